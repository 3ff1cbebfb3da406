// The board of a game that has no module of its own: everything the view says, line by line. All moves are in words.
import { s } from "../shapes.js";
import { title } from "../words.js";

const LINE = 20;
const MARGIN = 14;
const CHARACTER = 7.4;

/** @type {import("../board.js").Game} */
export default {
  draw(view, width) {
    const most = Math.floor((width - 2 * MARGIN) / CHARACTER);
    const lines = this.words(view).flatMap((line) => folded(line, most));
    const height = lines.length * LINE + 2 * MARGIN;
    const texts = lines.map((line, row) =>
      s("text", { x: MARGIN + 14 * indent(line), y: MARGIN + LINE * (row + 0.7), "font-size": 14 }, line.trimStart()),
    );
    return { height, content: [s("rect", { class: "panel-face", width, height, rx: 10 }), ...texts] };
  },
  spots: () => [],
  ask: (view) => `Your move: ${value(view.phase ?? "", "phase")}`,
  words: (view) => [...told(view, 0)],
};

/**
 * @param {any} data
 * @param {number} depth
 * @returns {Generator<string>}
 */
function* told(data, depth) {
  const space = "  ".repeat(depth);
  for (const [key, one] of Object.entries(data)) {
    const name = title(spaced(key));
    if (isFlat(one)) {
      yield `${space}${name}: ${flat(one, key)}`;
    } else if (Array.isArray(one)) {
      yield `${space}${name}:`;
      for (const [index, entry] of one.entries()) {
        if (isFlat(entry)) yield `${space}  ${index}: ${flat(entry, key)}`;
        else {
          yield `${space}  ${index}:`;
          yield* told(entry, depth + 2);
        }
      }
    } else {
      yield `${space}${name}:`;
      yield* told(one, depth + 1);
    }
  }
}

/** @param {string} key such as `handSize` */
function spaced(key) {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Whether something fits one line: plain values, lists of them, and small messages of plain values.
 * @param {any} one */
function isFlat(one) {
  if (one === null || typeof one !== "object") return true;
  return Object.values(one).every((part) => part === null || typeof part !== "object");
}

/**
 * @param {any} one
 * @param {string} key
 */
function flat(one, key) {
  if (one === null || typeof one !== "object") return value(one, key);
  if (Array.isArray(one)) return one.map((part) => value(part, key)).join(", ") || "none";
  return Object.entries(one).map(([name, part]) => `${spaced(name)} ${value(part, name)}`).join(", ") || "none";
}

/**
 * Names of enum values lose what they share with their field.
 * @param {unknown} one
 * @param {string} key
 */
function value(one, key) {
  if (typeof one !== "string" || !/^[A-Z0-9]+(_[A-Z0-9]+)+$/.test(one)) return String(one);
  const words = one.toLowerCase().split("_").slice(1).join(" ");
  const field = spaced(key).replace(/s$/, "");
  return words.startsWith(`${field} `) ? words.slice(field.length + 1) : words;
}

/** @param {string} line */
function indent(line) {
  return (line.length - line.trimStart().length) / 2;
}

/**
 * @param {string} line
 * @param {number} most characters
 */
function folded(line, most) {
  const space = line.slice(0, line.length - line.trimStart().length);
  /** @type {string[]} */
  const lines = [];
  let rest = line;
  while (rest.length > most) {
    const cut = Math.max(rest.lastIndexOf(" ", most), space.length + 10);
    lines.push(rest.slice(0, cut));
    rest = `${space}  ${rest.slice(cut).trimStart()}`;
  }
  return [...lines, rest];
}
