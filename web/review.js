// Looking back: how well each decision was made, what would have been better, and what chance did.
import { GameBoard } from "./board.js";
import { ChanceChart } from "./chart.js";
import { h } from "./dom.js";
import { gameModule } from "./games.js";
import { inlineSign } from "./seats.js";
import { service } from "./service.js";
import { moveName, moveWords, percent, seatName, title, word } from "./words.js";

/** @import * as contract from "contract" */

const VERDICTS = ["best", "good", "inaccuracy", "mistake", "blunder"];
const NARROW = "(max-width: 999px)"; // one column, as in style.css
const NOTABLE = ["inaccuracy", "mistake", "blunder"];

/** @param {contract.Judgement} one */
const verdictOf = (one) => word(one.verdict, "VERDICT");

/** Fires `problem` with an error. */
export class GameReview extends HTMLElement {
  #running = new AbortController();
  #chart = new ChanceChart();
  #board = new GameBoard();
  #state = h("p", { role: "status", class: "quiet" });
  #summary = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Summary" });
  #list = h("ol", { class: "judgements" });
  #all = h("input", { type: "checkbox", onchange: () => this.#showList() });
  #shown = h("div");
  #words = h("ul");
  /** @type {contract.Judgement[]} */
  #judgements = [];
  /** @type {{at: number, share: number}[][]} */
  #chances = [];
  #game = "";
  #you = -1;
  #at = -1;

  connectedCallback() {
    this.append(
      h(
        "div",
        { class: "review" },
        h("section", {}, h("h2", {}, "Winning chances"), this.#chart, this.#state, this.#summary, h("h2", {}, "Decisions"), h("label", { class: "check" }, this.#all, "Good moves too"), this.#list),
        h("section", {}, this.#shown, this.#board, h("details", { class: "in-words" }, h("summary", {}, "The table in words"), this.#words)),
      ),
    );
    this.#board.inert = true; // to look at, not to play
    this.#chart.addEventListener("pick", (event) => this.#open(/** @type {CustomEvent} */ (event).detail));
  }

  disconnectedCallback() {
    this.#running.abort();
  }

  /**
   * @param {contract.GameRecord} record
   * @param {number} you the person's seat, if one played; else -1
   */
  async review(record, you) {
    this.#game = record.game ?? "";
    this.#you = you;
    this.#chances = Array.from({ length: record.seats ?? 0 }, () => []);
    const total = record.plies?.length ?? 0;
    const { signal } = this.#running;
    try {
      for await (const { judgement, chance, summary } of service.reviewGame({ record, views: true }, signal)) {
        if (judgement) this.#judgements.push(judgement);
        if (chance) this.#chances[chance.seat ?? 0]?.push({ at: chance.ply ?? 0, share: chance.win ?? 0 });
        if (summary) this.#sumUp(summary);
        else this.#state.textContent = `Looking at move ${(judgement ?? chance)?.ply ?? 0} of ${total} …`;
        this.#showChart();
        if (judgement && this.#isListed(judgement)) this.#list.append(this.#row(judgement));
      }
      this.dataset.ready = "yes";
    } catch (error) {
      if (!signal.aborted) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
  }

  #showChart() {
    const flags = this.#judgements.filter((one) => NOTABLE.includes(verdictOf(one))).map((one) => ({
      at: one.ply ?? 0,
      seat: one.seat ?? 0,
      kind: verdictOf(one),
      label: `${title(verdictOf(one))}: ${moveName({ text: one.move, effect: one.effect })}`,
    }));
    this.#chart.show(this.#chances, this.#you, { flags, now: this.#at });
  }

  /** @param {contract.Judgement} one */
  #isListed(one) {
    return this.#all.checked || NOTABLE.includes(verdictOf(one));
  }

  #showList() {
    this.#list.replaceChildren(...this.#judgements.filter((one) => this.#isListed(one)).map((one) => this.#row(one)));
  }

  /** @param {contract.Judgement} one */
  #row(one) {
    const ply = one.ply ?? 0;
    const loss = one.loss ?? 0;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "data-ply": ply, "aria-current": String(ply === this.#at), onclick: () => this.#open(ply) },
        inlineSign(one.seat ?? 0),
        h("span", { class: "words" }, `Move ${ply}: ${moveName({ text: one.move, effect: one.effect })}`),
        h("span", { class: `verdict ${verdictOf(one)}` }, verdictOf(one)),
        loss > 0 && h("span", {}, `−${percent(loss)}`),
      ),
    );
  }

  /** Shows a decision: the board as the seat saw it, and what was better.
   * @param {number} ply */
  async #open(ply) {
    const one = this.#judgements.find((judgement) => (judgement.ply ?? 0) === ply) ?? this.#judgements.findLast((judgement) => (judgement.ply ?? 0) < ply);
    if (!one) return;
    this.#at = one.ply ?? 0;
    this.#showChart();
    for (const button of this.#list.querySelectorAll("button")) button.setAttribute("aria-current", String(Number(button.dataset.ply) === this.#at));
    this.#tell(one);
    if (matchMedia(NARROW).matches) this.#shown.scrollIntoView(); // elsewhere it is beside the list
    await this.#showBoard(one);
  }

  /** @param {contract.Judgement} one */
  #tell(one) {
    const played = moveWords({ text: one.move, effect: one.effect });
    const better = moveWords({ text: one.best, effect: one.bestEffect });
    const seat = seatName(one.seat ?? 0, this.#you);
    this.#shown.replaceChildren(
      h("h2", {}, inlineSign(one.seat ?? 0), `Move ${this.#at}, ${seat}`),
      h("p", {}, h("b", {}, "Played "), `${played}. A winning chance of ${percent(one.winAfter ?? 0)}.`),
      one.best === one.move
        ? h("p", {}, "Nothing better is known.")
        : h("p", {}, h("b", {}, "Better "), `${better}. A winning chance of ${percent(one.winBefore ?? 0)}, ${(one.points ?? 0).toFixed(1)} points more. ${one.why ?? ""}`),
      h("p", { class: "quiet" }, `The table as ${seat.toLowerCase()} saw it:`),
    );
  }

  /** @param {contract.Judgement} one */
  async #showBoard(one) {
    const view = /** @type {any} */ (one.view ?? {})[this.#game];
    this.#board.hidden = !view;
    if (!view) return;
    const game = await gameModule(this.#game);
    const { moves = [] } = await service.getMoves({ position: { view: one.view } });
    if (this.#at !== (one.ply ?? 0)) return; // another decision was chosen meanwhile
    const isBest = one.best === one.move;
    const played = moves.filter((move) => move.text === one.move);
    const better = isBest ? [] : moves.filter((move) => move.text === one.best);
    this.#board.show(game, view, [...better, ...played], this.#game);
    this.#board.mark([
      ...played.map((move) => ({ move, share: one.winAfter ?? 0, best: isBest })),
      ...better.map((move) => ({ move, share: one.winBefore ?? 0, best: true })),
    ]);
    this.#words.replaceChildren(...game.words(view).map((line) => h("li", {}, line)));
  }

  /** @param {contract.ReviewSummary} summary */
  #sumUp(summary) {
    this.#state.textContent = summary.shortened ? "The time was too short for the whole game." : "";
    const signed = (/** @type {number} */ share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
    const seats = summary.seats ?? [];
    const heads = seats.map(({ seat = 0, name }) => h("th", { scope: "col" }, inlineSign(seat), seatName(seat, this.#you), name && name !== "you" ? h("small", {}, name) : ""));
    const row = (/** @type {string} */ name, /** @type {(one: contract.SeatReview) => import("./dom.js").Child} */ cell) => h("tr", {}, h("th", { scope: "row" }, name), seats.map((one) => h("td", {}, cell(one))));
    const rows = [
      row("Accuracy", (one) => percent(one.accuracy ?? 0)),
      row("Lost by moves", (one) => `−${percent(one.lost ?? 0)}`),
      row("Luck", (one) => [signed(one.luck ?? 0), h("small", {}, `± ${percent(one.luckNoise ?? 0)}`)]),
      ...VERDICTS.map((verdict, i) => row(title(verdict), (one) => one.verdicts?.[i] ?? 0)),
    ];
    this.#summary.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows)));
  }
}

customElements.define("game-review", GameReview);
