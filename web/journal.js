// What happened, in words, the latest last.
import { h } from "./dom.js";
import { inlineSign } from "./seats.js";
import { seatName } from "./words.js";

/** @import * as contract from "contract" */
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
   * @param {(move: contract.Move) => string} say
   */
  show(steps, you, say) {
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === steps[same]) same++;
    if (same < this.#shown.length) {
      this.#shown = [];
      this.#list.replaceChildren();
      same = 0;
    }
    if (same === steps.length) return;
    for (const step of steps.slice(same)) {
      if (step.played || step.events?.length) this.#list.append(entry(step, you, say));
    }
    this.#shown = [...steps];
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * @param {Step} step
 * @param {number} you
 * @param {(move: contract.Move) => string} say
 */
function entry(step, you, say) {
  const seat = step.played?.seat ?? 0;
  const happened = seenEvents(step, you);
  return h(
    "li",
    {},
    step.played && inlineSign(seat),
    h(
      "div",
      {},
      step.played && h("span", {}, h("b", {}, seatName(seat, you)), ": ", told(step, say)),
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
 * @param {(move: contract.Move) => string} say
 */
export function told(step, say) {
  const { move, secret } = step.played ?? {};
  return move ? say(move) : secret ? "A secret choice" : "";
}

customElements.define("game-journal", GameJournal);
