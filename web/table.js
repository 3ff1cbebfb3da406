// The table: board, moves, hints, chart and journal of one game.
import { Adviser } from "./adviser.js";
import { GameBoard } from "./board.js";
import { ChanceChart } from "./chart.js";
import { h } from "./dom.js";
import { gameModule } from "./games.js";
import { GameJournal, seenEvents, told } from "./journal.js";
import { MoveList } from "./moves.js";
import { inlineSign } from "./seats.js";
import { sourcesTable } from "./sources.js";
import { counted, moveName, moveWords, percent, seatName } from "./words.js";

/** @import * as contract from "contract" */
/** @import { Game } from "./board.js" */
/** @import { Session, Step } from "./session.js" */

const PACES = [
  ["0", "at once"],
  ["400", "quick"],
  ["1200", "calm"],
  ["3000", "slow"],
];

/** Fires `problem` with an error, `leave` when the person wants another game, and `review`. */
export class GameTable extends HTMLElement {
  /** @type {Session | null} */
  #session = null;
  /** @type {Adviser | null} */
  #adviser = null;
  /** @type {Game | null} */
  #game = null;
  #wanted = false;
  /** @type {contract.GetTableResponse | null} */
  #drawn = null;
  #offered = false;

  #board = new GameBoard();
  #moves = new MoveList();
  #chart = new ChanceChart();
  #journal = new GameJournal();
  #ask = h("p", { class: "ask" });
  #choices = h("div", { class: "choices" });
  #advised = h("b");
  #advice = h("p", { class: "advice", hidden: true }, "Advised: ", this.#advised, h("button", { type: "button", onclick: () => this.#reason.focus() }, "Why?"));
  #live = h("p", { class: "visually-hidden", role: "status" });
  #back = h("button", { type: "button", onclick: () => this.#session?.back() }, "Back");
  #hint = h("button", { type: "button", class: "primary", onclick: () => this.#toggleHint() }, "Hint");
  #always = h("input", { type: "checkbox", onchange: () => this.#setAlways() });
  #reason = h("div", { class: "reason", tabindex: -1 });
  #pace = h("select", { onchange: () => this.#setPace() }, PACES.map(([ms, name]) => h("option", { value: ms }, name)));
  #words = h("ul");
  #result = h("section", { class: "result", hidden: true, tabindex: -1, "aria-label": "Result" });
  #chooser = h("dialog", { class: "chooser", "aria-label": "Which move?" });

  connectedCallback() {
    this.append(
      h(
        "div",
        { class: "table" },
        h(
          "section",
          { class: "stage", "aria-label": "Table" },
          h("div", { class: "lead" }, this.#ask, h("div", { class: "tools" }, this.#back, this.#hint)),
          this.#choices,
          this.#advice,
          this.#result,
          this.#board,
          h("details", { class: "in-words" }, h("summary", {}, "The table in words"), this.#words),
        ),
        h(
          "div",
          { class: "side" },
          panel("Moves", this.#reason, this.#moves, h("label", { class: "check" }, this.#always, "Hints at every move")),
          panel("Winning chances", this.#chart),
          panel("Journal", this.#journal, h("label", { class: "check" }, "Bots play", this.#pace)),
        ),
      ),
      this.#chooser,
      this.#live,
    );
    this.#board.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail.moves));
    this.#board.addEventListener("point", (event) => this.#moves.point(/** @type {CustomEvent} */ (event).detail.moves));
    this.#moves.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail));
    this.#moves.addEventListener("point", (event) => this.#board.point(/** @type {CustomEvent} */ (event).detail));
    this.#moves.addEventListener("ask", () => this.#adviser?.ask());
    this.#moves.addEventListener("refresh", () => this.#showAdvice());
    this.#chooser.addEventListener("click", (event) => {
      if (event.target === this.#chooser) this.#chooser.close();
    });
  }

  disconnectedCallback() {
    this.#session?.stop();
    this.#adviser?.stop();
  }

  /** @param {Session} session */
  async seat(session) {
    this.#session = session;
    this.#adviser = new Adviser(session);
    this.#game = await gameModule(session.seating.game);
    this.#always.checked = this.#adviser.always;
    this.#pace.value = String(session.pace);
    session.addEventListener("change", () => this.#show());
    session.addEventListener("played", (event) => this.#announce(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("problem", (event) => this.#complain(event));
    this.#adviser.addEventListener("change", () => this.#showAdvice());
    this.#adviser.addEventListener("problem", (event) => this.#complain(event));
    await session.run();
  }

  #show() {
    const session = this.#session;
    if (!session?.seen || !this.#game) return;
    const { game } = session.seating;
    const view = viewOf(session.seen, game);
    const moves = session.yourTurn ? (session.seen.moves ?? []) : [];
    this.toggleAttribute("data-ready", session.yourTurn || Boolean(session.status.over));
    this.dataset.ply = String(session.status.ply ?? 0);
    if (session.yourTurn) this.#ask.replaceChildren(inlineSign(session.you), this.#game.ask(view));
    else if (session.status.over) this.#ask.replaceChildren("The game is over.");
    else if (session.status.actor !== session.you) this.#ask.replaceChildren(inlineSign(session.status.actor ?? 0), `${seatName(session.status.actor ?? 0)} is thinking …`);
    if (this.#drawn !== session.seen) this.#words.replaceChildren(...this.#game.words(view).map((line) => h("li", {}, line)));
    if (this.#drawn !== session.seen || this.#offered !== session.yourTurn) {
      this.#board.show(this.#game, view, moves, game);
      this.#showChoices(moves);
    }
    this.#drawn = session.seen;
    this.#offered = session.yourTurn;
    this.#back.disabled = session.backTo < 0;
    this.#back.textContent = session.isInFlow ? "Back" : "Take back";
    this.#hint.disabled = !session.yourTurn;
    this.#hint.hidden = Boolean(session.status.over);
    this.#journal.show(session.steps, session.you);
    this.#showChart();
    this.#showResult();
    this.#showAdvice();
  }

  /** Moves that have no place on the board are buttons above it.
   * @param {contract.Move[]} moves */
  #showChoices(moves) {
    const hadFocus = this.#choices.contains(document.activeElement);
    const loose = moves.filter((move) => !this.#board.holds(move));
    this.#choices.replaceChildren(
      ...loose.map((move) => h("button", { type: "button", class: "choice", "data-text": move.text, onclick: () => this.#play(move) }, moveName(move))),
    );
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#choices.firstElementChild ?? this.#board.querySelector("[tabindex='0']"))?.focus();
  }

  #showChart() {
    const session = this.#session;
    if (!session) return;
    const looks = session.steps.flatMap(({ status, chances }) => (chances ? [{ at: status.ply ?? 0, chances }] : []));
    const { result } = session.status;
    if (result?.winShares) looks.push({ at: session.status.ply ?? 0, chances: result.winShares });
    const seats = Array.from({ length: session.seating.seats }, (_, seat) => seat);
    this.#chart.show(seats.map((seat) => looks.map(({ at, chances }) => ({ at, share: chances[seat] ?? 0 }))), session.you);
  }

  #showAdvice() {
    const session = this.#session;
    const adviser = this.#adviser;
    if (!session || !adviser) return;
    const isShown = this.#wanted || adviser.always;
    const suggestion = session.yourTurn ? adviser.suggestion : null;
    const moves = session.yourTurn ? (session.seen?.moves ?? []) : [];
    this.#moves.show(moves, suggestion, session.you, isShown);
    const known = isShown && suggestion ? (suggestion.alternatives ?? []) : [];
    const best = suggestion?.move?.text;
    this.#board.mark(
      known.map(({ move = {}, winProbability = [] }) => ({ move, share: winProbability[session.you] ?? 0, best: move.text === best })),
      isShown && suggestion ? (planOf(suggestion)?.steps ?? []) : [],
    );
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.#choices.querySelectorAll("[data-text]"))) {
      const found = known.find(({ move }) => move?.text === button.dataset.text);
      const share = found?.winProbability?.[session.you];
      button.classList.toggle("best", isShown && button.dataset.text === best);
      button.dataset.share = share === undefined ? "" : `${Math.round(100 * share)} %`;
    }
    this.#hint.textContent = isShown && adviser.thinking ? "Stop" : "Hint";
    this.#hint.setAttribute("aria-pressed", String(isShown));
    this.#reason.replaceChildren(...(isShown && suggestion ? this.#reasonOf(suggestion, adviser.thinking) : []));
    this.#advice.hidden = !isShown || !suggestion;
    this.#advised.textContent = suggestion?.move ? moveName(suggestion.move) : "";
  }

  #showResult() {
    const session = this.#session;
    const result = session?.status.over ? session.status.result : null;
    this.#result.hidden = !result;
    if (!session || !result || this.#result.dataset.ply === String(session.status.ply)) return;
    this.#result.dataset.ply = String(session.status.ply);
    const { scores = [], ranks = [], winShares = [] } = result;
    const order = scores.map((_, seat) => seat).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
    const won = winShares[session.you] ?? 0;
    this.#result.replaceChildren(
      h("h2", {}, won === 1 ? "You have won" : won > 0 ? "You share the win" : `You are number ${ranks[session.you]}`),
      h(
        "ol",
        {},
        order.map((seat) => h("li", { value: ranks[seat] }, inlineSign(seat), ` ${seatName(seat, session.you)}: ${counted(scores[seat] ?? 0, "point")}`)),
      ),
      h("button", { type: "button", class: "primary", onclick: () => this.dispatchEvent(new Event("review")) }, "Review the game"),
      " ",
      h("button", { type: "button", onclick: () => this.dispatchEvent(new Event("leave")) }, "Another game"),
    );
    this.#result.focus();
  }

  /** @param {contract.Move[]} moves */
  #choose(moves) {
    if (moves.length === 1) {
      this.#play(moves[0]);
      return;
    }
    const pick = (/** @type {contract.Move} */ move) => () => {
      this.#chooser.close();
      this.#play(move);
    };
    this.#chooser.replaceChildren(
      h("h2", {}, "Which move?"),
      ...moves.map((move) => h("button", { type: "button", onclick: pick(move) }, moveWords(move))),
      h("button", { type: "button", class: "quiet", onclick: () => this.#chooser.close() }, "Neither"),
    );
    this.#chooser.showModal();
  }

  /**
   * @param {contract.Suggestion} suggestion
   * @param {boolean} thinking
   */
  #reasonOf(suggestion, thinking) {
    const looked = counted(suggestion.iterations ?? 0, "simulation");
    const plan = planOf(suggestion);
    const others = (suggestion.plans ?? []).filter((one) => one !== plan && (one.steps ?? []).length > 1);
    const told = (/** @type {contract.Plan} */ { steps = [] }) => steps.map(moveName).join(" → ");
    return [
      h("p", {}, suggestion.reason ?? ""),
      this.#sourcesOf(suggestion),
      plan && h("p", { class: "plan" }, h("b", {}, "Plan: "), told(plan), plan.whole ? "" : " …"),
      others.length > 0 && h("details", {}, h("summary", {}, "Other turns"), h("ol", {}, others.map((one) => h("li", {}, `${percent(one.winProbability ?? 0)}: ${told(one)}`)))),
      h("p", { class: "quiet" }, thinking ? `${looked}, still thinking …` : looked),
    ].filter((part) => part instanceof Node);
  }

  /** What the advised move and the best other one bring.
   * @param {contract.Suggestion} suggestion */
  #sourcesOf({ move, alternatives = [] }) {
    const first = alternatives.filter((one) => one.move?.text === move?.text);
    const [second] = alternatives.filter((one) => !first.includes(one));
    const choices = [...first, ...(second ? [second] : [])];
    return sourcesTable(choices.map((one) => ({ name: moveName(one.move ?? {}), move: one })), this.#session?.you ?? 0);
  }

  /** @param {contract.Move} move */
  #play(move) {
    this.#wanted = false;
    this.#session?.play(move);
  }

  #toggleHint() {
    const adviser = this.#adviser;
    if (!adviser) return;
    if (adviser.thinking && (this.#wanted || adviser.always)) {
      adviser.stop();
    } else {
      this.#wanted = true;
      if (!adviser.suggestion) adviser.ask();
    }
    this.#showAdvice();
  }

  #setAlways() {
    if (!this.#adviser) return;
    this.#wanted = false;
    this.#adviser.always = this.#always.checked;
  }

  #setPace() {
    if (this.#session) this.#session.pace = Number(this.#pace.value);
  }

  /** @param {Step} step */
  #announce(step) {
    const seat = step.played?.seat ?? 0;
    const you = this.#session?.you ?? 0;
    const events = seenEvents(step, you).map(({ text }) => text);
    this.#live.textContent = [`${seatName(seat, you)}: ${told(step)}`, ...events].join(". ");
  }

  /** @param {Event} event */
  #complain(event) {
    this.dispatchEvent(new CustomEvent("problem", { detail: /** @type {CustomEvent} */ (event).detail }));
  }
}

/**
 * @param {string} heading
 * @param {...Node} children
 */
function panel(heading, ...children) {
  return h("details", { class: "panel", open: true }, h("summary", {}, h("h2", {}, heading)), ...children);
}

/**
 * The advised move as the first of several steps, if more than one is known.
 * @param {contract.Suggestion} suggestion
 */
function planOf({ move, plans = [] }) {
  return plans.find(({ steps = [] }) => steps.length > 1 && steps[0].text === move?.text);
}

/**
 * The part of a view or move that belongs to its game.
 * @param {contract.GetTableResponse} seen
 * @param {string} game
 */
function viewOf(seen, game) {
  return /** @type {any} */ (seen.view ?? {})[game];
}

customElements.define("game-table", GameTable);
