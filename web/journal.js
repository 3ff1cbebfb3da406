// What happened, in words, the latest last.
import { h } from "./dom.js";
import { inlineSign } from "./seats.js";
import { moveName, seatName } from "./words.js";

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
    if (same === steps.length) return;
    for (const step of steps.slice(same)) {
      if (step.played || step.events?.length) this.#list.append(entry(step, you));
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
  const happened = seenEvents(step, you);
  return h(
    "li",
    {},
    step.played && inlineSign(seat),
    h(
      "div",
      {},
      step.played && h("span", {}, h("b", {}, seatName(seat, you)), ": ", told(step)),
      happened.length > 0 && h("ul", { class: "events" }, happened.map((event) => h("li", {}, event.text ?? ""))),
    ),
  );
}

/**
 * What a seat saw happen after a step.
 * @param {Step} step
 * @param {number} you
 */
export function seenEvents({ events = [] }, you) {
  return events.filter(({ seenBy = [] }) => seenBy.length === 0 || seenBy.includes(you));
}

/**
 * A step without its seat.
 * @param {Step} step
 */
export function told(step) {
  const { move, secret } = step.played ?? {};
  return move ? moveName(move) : secret ? "A secret choice" : "";
}

customElements.define("game-journal", GameJournal);
