// The board of any game: a game's module draws it from the view, this element makes the legal moves clickable, marks
// hints and plans on it and moves the focus by arrow keys.
import { follow, made, s } from "./shapes.js";
import { moveWords, percent } from "./words.js";

/** @import * as contract from "contract" */
/** @import { Shape } from "./shapes.js" */

/**
 * What a module in games/ exports as its default.
 * @template [View=any]
 * @template [Move=any]
 * @typedef {object} Game
 * @property {(view: View, width: number) => Drawing} draw the board, `width` pixels wide
 * @property {(move: Move, view: View) => string[]} spots keys of the places on the board that stand for a move
 * @property {(view: View) => string} ask what is to be decided, in words
 * @property {(view: View) => string[]} words the table in words, for those who cannot see it
 */

/** @typedef {{height: number, content: Shape[]}} Drawing */
/** @typedef {{move: contract.Move, share: number, best: boolean}} Mark */

/**
 * The game's own part of a move.
 * @param {contract.Move} move
 * @param {string} name of the game
 */
function typed(move, name) {
  return /** @type {any} */ (move.move ?? {})[name] ?? {};
}

const LEAST_WIDTH = 320;
const MARK_RADIUS = 14;

/**
 * A place that moves may refer to. Its part of class `face` shows whether it is legal.
 * @param {string} key
 * @param {...import("./shapes.js").Part} children
 */
export function spot(key, ...children) {
  return s("g", { "data-spot": key, class: "spot" }, ...children);
}

/** Fires `choose` with the moves of a place that was clicked, and `point` with those of one pointed at. */
export class GameBoard extends HTMLElement {
  /** @type {Game | null} */
  #game = null;
  #name = "";
  /** @type {any} */
  #view = null;
  /** @type {Map<string, contract.Move[]>} */
  #moves = new Map();
  /** @type {Mark[]} */
  #marks = [];
  /** @type {contract.Move[]} */
  #plan = [];
  /** What is drawn; hints are a layer above it. */
  #drawing = s("g");
  #marksLayer = made(s("g", { class: "marks", "aria-hidden": "true" }));
  #svg = /** @type {SVGSVGElement} */ (made(s("svg", { class: "board", role: "group", "aria-label": "Board" }, this.#drawing)));
  #width = 0;
  #resize = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.width));
  /** How often the board was drawn, and the milliseconds of the last time. */
  drawn = 0;
  drawMs = 0;

  connectedCallback() {
    this.#svg.append(this.#marksLayer);
    this.append(this.#svg);
    this.#svg.addEventListener("click", (event) => this.#choose(event.target));
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("pointerover", (event) => this.#point(event.target));
    this.#svg.addEventListener("focusin", (event) => this.#point(event.target));
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  /**
   * @param {Game} game
   * @param {any} view of that game
   * @param {contract.Move[]} moves the legal ones
   * @param {string} name of the game: of its part in moves
   */
  show(game, view, moves, name) {
    const isDrawn = this.#view === view;
    this.mark([]);
    this.#game = game;
    this.#name = name;
    this.#view = view;
    this.#moves = new Map();
    for (const move of moves) {
      for (const key of game.spots(typed(move, name), view)) {
        this.#moves.set(key, [...(this.#moves.get(key) ?? []), move]);
      }
    }
    if (!isDrawn) this.#draw();
    else {
      this.#keepingFocus(() => {
        this.#withdraw();
        this.#offer();
      });
    }
  }

  /**
   * Winning chances on the places of moves, and the steps of a turn, numbered.
   * @param {Mark[]} marks
   * @param {contract.Move[]} [plan]
   */
  mark(marks, plan = []) {
    if (marks.length + plan.length + this.#marks.length + this.#plan.length === 0) return;
    this.#marks = marks;
    this.#plan = plan;
    this.#overlay();
  }

  /** Whether some place stands for this move.
   * @param {contract.Move} move */
  holds(move) {
    return [...this.#moves.values()].some((moves) => moves.includes(move));
  }

  /** Shows where a move is.
   * @param {contract.Move | null} move */
  point(move) {
    for (const node of this.#spots()) {
      const moves = this.#moves.get(node.dataset.spot ?? "") ?? [];
      node.classList.toggle("pointed", move !== null && moves.includes(move));
    }
  }

  /** @param {number} room */
  #resized(room) {
    const width = Math.max(Math.round(room), LEAST_WIDTH);
    if (!room || width === this.#width) return; // without room it is hidden
    this.#width = width;
    this.#draw();
  }

  #draw() {
    if (!this.#game || !this.#view) return;
    const started = performance.now();
    this.#width ||= Math.max(Math.round(this.clientWidth), LEAST_WIDTH); // asking for it costs a layout of the page
    const { height, content } = this.#game.draw(this.#view, this.#width);
    const drawing = s("g", {}, content);
    this.#keepingFocus(() => {
      this.#size(height);
      this.#withdraw();
      follow(this.#drawing, drawing);
      this.#drawing = drawing;
      this.#offer();
    });
    this.drawn++;
    this.drawMs = performance.now() - started;
    if (this.#marks.length + this.#plan.length > 0) this.#overlay();
  }

  /** Setting the same size again would lay everything out anew.
   * @param {number} height */
  #size(height) {
    const size = `0 0 ${this.#width} ${height}`;
    if (this.#svg.getAttribute("viewBox") === size) return;
    this.#svg.setAttribute("viewBox", size);
    this.#svg.setAttribute("height", String(height));
  }

  /** Nothing is clickable or pointed at any more. */
  #withdraw() {
    for (const node of this.#legal()) {
      node.classList.remove("legal", "pointed");
      delete node.dataset.moves;
      hitOf(node).remove();
    }
  }

  /** Makes the places of legal moves clickable. */
  #offer() {
    for (const node of this.#spots()) {
      const moves = this.#moves.get(node.dataset.spot ?? "");
      if (!moves) continue;
      node.classList.add("legal");
      node.dataset.moves = moves.map((move) => move.text).join(" ");
      node.append(button(node, moves.map(moveWords).join(", or ")));
    }
    this.#stops();
  }

  /** @param {() => void} change */
  #keepingFocus(change) {
    const focused = this.#focusedKey();
    change();
    if (focused !== null) this.#refocus(focused);
  }

  /** @returns {SVGElement[]} */
  #spots() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.#svg.querySelectorAll("[data-spot]"))];
  }

  #legal() {
    return this.#spots().filter((node) => node.classList.contains("legal"));
  }

  #focusedKey() {
    const active = document.activeElement;
    if (!active || !this.#svg.contains(active)) return null;
    return this.#place(active)?.dataset.spot ?? "";
  }

  /** Keeps the focus on the board: at the same place, else at the first legal one.
   * @param {string} key */
  #refocus(key) {
    const legal = this.#legal();
    const same = legal.find((node) => node.dataset.spot === key);
    const next = same ?? legal[0];
    if (next) hitOf(next).focus();
    else {
      this.#svg.setAttribute("tabindex", "-1");
      this.#svg.focus();
    }
  }

  /** Only one place is a tab stop; arrow keys reach the others.
   * @param {SVGElement} [stop] */
  #stops(stop) {
    const legal = this.#legal();
    const chosen = stop ?? legal[0];
    for (const node of legal) hitOf(node).setAttribute("tabindex", node === chosen ? "0" : "-1");
  }

  /** @param {EventTarget | null} target */
  #place(target) {
    const node = target instanceof Element ? target.closest("[data-spot].legal") : null;
    return /** @type {SVGElement | null} */ (node);
  }

  /** @param {EventTarget | null} target */
  #choose(target) {
    const node = this.#place(target);
    if (!node) return;
    const moves = this.#moves.get(node.dataset.spot ?? "") ?? [];
    this.dispatchEvent(new CustomEvent("choose", { detail: { moves, anchor: node } }));
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const node = this.#place(target);
    const moves = node ? (this.#moves.get(node.dataset.spot ?? "") ?? []) : [];
    this.dispatchEvent(new CustomEvent("point", { detail: { moves } }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const node = this.#place(event.target);
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(node);
    }
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const next = nearest(node, this.#legal(), way);
    if (!next) return;
    this.#stops(next);
    hitOf(next).focus();
  }

  #overlay() {
    const places = this.#placeOfMoves();
    const marks = this.#marks.flatMap(({ move, share, best }) => {
      const node = places.get(move.text ?? "");
      return node ? [markOf(node, percentShort(share), best)] : [];
    });
    marks.reverse(); // of several on one place the best is on top
    const steps = this.#plan.length > 1 ? this.#steps() : [];
    this.#marksLayer.replaceChildren(...[...marks, ...steps].map(made)); // after all places were measured
  }

  /** The steps of the plan, where they will be played; a place may see several. */
  #steps() {
    /** @type {Map<string, number[]>} */
    const numbers = new Map();
    for (const [index, move] of this.#plan.entries()) {
      const [key = ""] = this.#game?.spots(typed(move, this.#name), this.#view) ?? [];
      numbers.set(key, [...(numbers.get(key) ?? []), index + 1]);
    }
    return this.#spots().flatMap((node) => {
      const found = numbers.get(node.dataset.spot ?? "");
      return found ? [stepOf(node, found.join(" "))] : [];
    });
  }

  /** The place of each move, by its text; of several the first. */
  #placeOfMoves() {
    /** @type {Map<string, SVGElement>} */
    const places = new Map();
    for (const node of this.#legal()) {
      for (const move of this.#moves.get(node.dataset.spot ?? "") ?? []) {
        const text = move.text ?? "";
        if (!places.has(text)) places.set(text, node);
      }
    }
    return places;
  }
}

/**
 * The button of a place: its face once more, invisible, above the drawing.
 * @param {SVGElement} node
 * @param {string} words
 */
function button(node, words) {
  const hit = /** @type {SVGElement} */ ((node.querySelector(".face") ?? node).cloneNode());
  for (const [name, value] of Object.entries({ class: "hit", role: "button", tabindex: "-1", "aria-label": words })) {
    hit.setAttribute(name, value);
  }
  return hit;
}

/** @param {number} share */
function percentShort(share) {
  return percent(share).slice(0, -2);
}

/** @param {SVGElement} node */
function hitOf(node) {
  return /** @type {SVGElement} */ (node.querySelector(":scope > .hit"));
}

/** @param {SVGElement} node */
function boxOf(node) {
  const face = /** @type {SVGGraphicsElement} */ (node.querySelector(".face") ?? node);
  const box = face.getBBox();
  const matrix = face.getCTM();
  const svg = /** @type {SVGSVGElement} */ (node.ownerSVGElement);
  const back = svg.getCTM()?.inverse();
  if (!matrix || !back) return box;
  const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix).matrixTransform(back);
  return new DOMRect(corner.x, corner.y, box.width, box.height);
}

/**
 * @param {SVGElement} node
 * @param {string} text
 * @param {boolean} best
 */
function markOf(node, text, best) {
  const box = boxOf(node);
  const x = box.x + box.width - 6;
  const y = box.y + 4;
  return s(
    "g",
    { class: best ? "mark best" : "mark", transform: `translate(${x} ${y})` },
    best && s("rect", { class: "ring", x: box.x - x - 2, y: box.y - y - 2, width: box.width + 4, height: box.height + 4, rx: 8 }),
    s("circle", { r: MARK_RADIUS }),
    s("text", { "text-anchor": "middle", dy: "0.36em" }, text),
  );
}

/**
 * @param {SVGElement} node
 * @param {string} numbers
 */
function stepOf(node, numbers) {
  const box = boxOf(node);
  const width = 12 + 7 * numbers.length;
  return s(
    "g",
    { class: "step", transform: `translate(${box.x + 4} ${box.y + box.height - 4})` },
    s("rect", { x: -9, y: -9, width, height: 18, rx: 4 }),
    s("text", { x: width / 2 - 9, "text-anchor": "middle", dy: "0.36em" }, numbers),
  );
}

/**
 * The nearest place in a direction, those straight ahead before those aside.
 * @param {SVGElement} from
 * @param {SVGElement[]} nodes
 * @param {[number, number]} way
 */
function nearest(from, nodes, [dx, dy]) {
  const middle = (/** @type {Element} */ node) => {
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const to = middle(node);
    const ahead = (to.x - start.x) * dx + (to.y - start.y) * dy;
    const aside = Math.abs((to.x - start.x) * dy + (to.y - start.y) * dx);
    const cost = ahead + 2 * aside;
    if (node !== from && ahead > 1 && cost < least) {
      least = cost;
      best = node;
    }
  }
  return best;
}

customElements.define("game-board", GameBoard);
