// Pieces that boards have in common. Sizes are in pixels of the page: boards are drawn at the width they are shown.
import { s } from "../shapes.js";
import { sign } from "../seats.js";

/** @import { Part, Shape } from "../shapes.js" */

/**
 * Text for the eye: those who listen have the places' names and the table in words.
 * @param {number} x
 * @param {number} y of the baseline
 * @param {string | number} words
 * @param {{size?: number, anchor?: string, kind?: string, bold?: boolean}} [more]
 */
export function text(x, y, words, { size = 13, anchor = "start", kind = "", bold = false } = {}) {
  return s("text", { x, y, "font-size": size, "text-anchor": anchor, class: kind || null, "font-weight": bold ? 700 : null, "aria-hidden": "true" }, words);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} kind
 * @param {number} [rx]
 */
export function box(x, y, width, height, kind, rx = 8) {
  return s("rect", { x, y, width, height, rx, class: kind });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {...Part} children
 */
export function at(x, y, ...children) {
  return s("g", { transform: `translate(${x} ${y})` }, ...children);
}

/**
 * As much of the words as fits the width.
 * @param {string} words
 * @param {number} width
 * @param {number} [size] of the font
 */
export function fit(words, width, size = 13) {
  const most = Math.floor(width / (size * 0.56));
  return words.length <= most ? words : `${words.slice(0, Math.max(most - 1, 1))}…`;
}

/**
 * Words in lines of a width.
 * @param {string} words
 * @param {number} width
 * @param {number} size
 * @param {number} most lines
 */
export function lines(words, width, size, most) {
  /** @type {string[]} */
  const found = [];
  for (const word of words.split(" ")) {
    const last = found[found.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && longer.length * size * 0.56 <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  const shown = found.slice(0, most);
  if (found.length > most) shown[most - 1] = `${shown[most - 1].slice(0, -1)}…`;
  return shown;
}

/**
 * Things side by side, in rows of a width.
 * @template T
 * @param {T[]} things
 * @param {number} columns
 * @param {(thing: T, column: number, row: number, index: number) => Shape} draw
 */
export function grid(things, columns, draw) {
  return things.map((thing, index) => draw(thing, index % columns, Math.floor(index / columns), index));
}

/**
 * The head of a seat's panel: sign, name, points, and whose turn it is.
 * @param {{seat: number, you: number, actor: number | undefined, points: number, width: number}} about
 */
export function seatHead({ seat, you, actor, points, width }) {
  const name = seat === you ? `You (seat ${seat})` : `Seat ${seat}`;
  return [
    sign(seat, 16, 17, 9),
    text(32, 22, name, { size: 14, bold: true }),
    actor === seat && s("path", { class: "turn", d: `M${32 + name.length * 8.2 + 6} 11l9 6-9 6Z` }),
    text(width - 12, 23, points, { size: 18, anchor: "end", bold: true, kind: "serif" }),
    text(width - 12 - String(points).length * 11 - 8, 22, "VP", { size: 11, anchor: "end", kind: "soft" }),
  ];
}

/**
 * The panel of a seat.
 * @param {number} width
 * @param {number} height
 * @param {boolean} active
 * @param {...Part} children
 */
export function seatPanel(width, height, active, ...children) {
  return [box(0, 0, width, height, active ? "panel-face active" : "panel-face", 10), ...children];
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * A die.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} value
 * @param {string} kind class of its face
 */
export function die(x, y, size, value, kind) {
  const step = size / 4;
  const pips = PIPS[value].map((place) => s("circle", { class: "pip", cx: step * ((place % 3) + 1), cy: step * (Math.floor(place / 3) + 1), r: size / 11 }));
  return at(x, y, box(0, 0, size, size, kind, size / 5), pips);
}
