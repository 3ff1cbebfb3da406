// Every legal move in words, with what the adviser thinks of it.
import { h } from "./dom.js";
import { inlineSign } from "./seats.js";
import { sourcesTable } from "./sources.js";
import { moveName, moveWords, percent, seatName } from "./words.js";

/** @import * as contract from "contract" */

const FEW_VISITS = 30;

/** Fires `play` with a move, `point` with a move or null, and `ask` when a move's figures are wanted. */
export class MoveList extends HTMLElement {
  #list = h("ol", { class: "moves" });
  /** @type {contract.Move[]} */
  #moves = [];
  /** @type {Map<string, contract.Alternative>} */
  #known = new Map();
  #best = "";
  #open = "";
  #you = 0;
  #signature = "";

  connectedCallback() {
    this.append(this.#list);
  }

  /**
   * @param {contract.Move[]} moves
   * @param {contract.Suggestion | null} suggestion
   * @param {number} you
   * @param {boolean} ranked whether to show what the adviser thinks of all of them
   */
  show(moves, suggestion, you, ranked) {
    if (moves !== this.#moves) this.#open = "";
    this.#moves = moves;
    this.#you = you;
    this.#known = new Map((suggestion?.alternatives ?? []).map((one) => [one.move?.text ?? "", one]));
    this.#best = ranked ? (suggestion?.move?.text ?? "") : "";
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const order = ranked ? [...this.#known.keys()] : [];
    const rank = (/** @type {contract.Move} */ move) => (order.indexOf(move.text ?? "") + order.length + 1) % (order.length + 1);
    const sorted = ranked ? [...moves].sort((one, other) => rank(one) - rank(other)) : moves;
    const signature = JSON.stringify([sorted.map((move) => [move.text, ranked ? this.#share(move) : null]), this.#best, this.#open, this.#details(this.#open)?.visits]);
    if (signature === this.#signature) return;
    this.#signature = signature;
    this.#list.replaceChildren(...sorted.map((move) => this.#row(move, ranked)));
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
  }

  /** Shows which moves a place on the board stands for.
   * @param {contract.Move[]} moves */
  point(moves) {
    const texts = new Set(moves.map((move) => move.text));
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("li[data-text]"))) {
      row.classList.toggle("pointed", texts.has(row.dataset.text));
    }
  }

  /** @param {string} text */
  #details(text) {
    return this.#known.get(text) ?? null;
  }

  /** @param {contract.Move} move */
  #share(move) {
    const share = this.#known.get(move.text ?? "")?.winProbability?.[this.#you];
    return share === undefined ? null : Math.round(100 * share);
  }

  /**
   * @param {contract.Move} move
   * @param {boolean} ranked
   */
  #row(move, ranked) {
    const text = move.text ?? "";
    const share = ranked ? this.#share(move) : null;
    const isOpen = this.#open === text;
    const name = moveName(move);
    const say = (/** @type {string} */ type, /** @type {unknown} */ detail) => () => this.dispatchEvent(new CustomEvent(type, { detail }));
    const play = h(
      "button",
      { type: "button", class: "move", "data-id": `play ${text}`, onclick: say("play", move), onfocus: say("point", move), onpointerenter: say("point", move), onpointerleave: say("point", null), onblur: say("point", null) },
      h("span", { class: "words" }, h("b", {}, name), moveWords(move).slice(name.length)),
      share !== null && h("span", { class: "share" }, h("span", { class: "visually-hidden" }, "winning chance "), `${share} %`, h("meter", { min: 0, max: 100, value: share, "aria-hidden": "true" })),
    );
    const ask = h(
      "button",
      { type: "button", class: "what-if", "data-id": `ask ${text}`, "aria-expanded": String(isOpen), "aria-label": `What if: ${moveWords(move)}`, title: "What if I play this?", onclick: () => this.#toggle(text) },
      "?",
    );
    return h("li", { "data-text": text, class: text === this.#best ? "best" : "" }, play, ask, isOpen && this.#figures(text));
  }

  /** @param {string} text */
  #toggle(text) {
    this.#open = this.#open === text ? "" : text;
    if (this.#open && !this.#details(text)) this.dispatchEvent(new CustomEvent("ask"));
    this.dispatchEvent(new CustomEvent("refresh"));
  }

  /** What is expected of a move, seat by seat.
   * @param {string} text */
  #figures(text) {
    const found = this.#details(text);
    if (!found) return h("p", { class: "figures quiet" }, "Thinking about it …");
    const { winProbability = [], expectedScore = [], expectedRank = [], visits = 0 } = found;
    const best = [...this.#known.values()][0]?.winProbability?.[this.#you] ?? 0;
    const own = winProbability[this.#you] ?? 0;
    const sources = sourcesTable([{ name: "points", move: found }], this.#you);
    const behind = own >= best - 0.005 ? "As good as anything known." : `${percent(best - own)} less than the best known move.`;
    const rows = winProbability.map((share, seat) =>
      h("tr", {}, h("th", { scope: "row" }, inlineSign(seat), seatName(seat, this.#you)), h("td", {}, percent(share)), h("td", {}, (expectedScore[seat] ?? 0).toFixed(1)), h("td", {}, (expectedRank[seat] ?? 0).toFixed(1))),
    );
    return h(
      "div",
      { class: "figures" },
      h("p", {}, behind, visits < FEW_VISITS && ` Tried only ${visits === 1 ? "once" : `${visits} times`} so far: a rough guess.`),
      h("table", {}, h("thead", {}, h("tr", {}, ["", "wins", "points", "place"].map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))))), h("tbody", {}, rows)),
      sources,
      h("p", { class: "quiet" }, "In notation: ", h("code", {}, text)),
    );
  }
}

customElements.define("move-list", MoveList);
