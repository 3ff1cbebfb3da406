// What happened, in words, the latest last.
import { h } from "./dom.js";
import { inlineSign } from "./seats.js";
import { moveWords, seatName } from "./words.js";

/** @import { Step } from "./session.js" */

export class GameJournal extends HTMLElement {
  #list = h("ol", { class: "journal", tabindex: 0, "aria-label": "Journal" });
  /** @type {Step[]} */
  #shown = [];

  connectedCallback() {
    this.append(this.#list);
  }

  /**
   * @param {Step[]} steps
   * @param {number} you
   */
  show(steps, you) {
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === steps[same]) same++;
    if (same < this.#shown.length) {
      this.#shown = [];
      this.#list.replaceChildren();
      same = 0;
    }
    for (const step of steps.slice(same)) {
      if (step.played) this.#list.append(entry(step, you));
    }
    this.#shown = [...steps];
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * @param {Step} step
 * @param {number} you
 */
function entry(step, you) {
  const seat = step.played?.seat ?? 0;
  return h("li", {}, inlineSign(seat), h("span", {}, h("b", {}, seatName(seat, you)), ": ", told(step)));
}

/** A step without its seat.
 * @param {Step} step */
export function told(step) {
  const { move, secret } = step.played ?? {};
  return move ? moveWords(move) : secret ? "A secret choice" : "";
}

customElements.define("game-journal", GameJournal);
