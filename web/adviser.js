// Hints: suggestions for the person's seat that improve live, and winning chances for the chart.
import { service } from "./service.js";

/** @import * as contract from "contract" */
/** @import { Session } from "./session.js" */

const ALWAYS = "eminence.hints";
const HINT_MS = 3000;
const ASSESS_MS = 150;
const ALL_MOVES = 100; // so that every legal move has its figures

/** Fires `change` whenever the suggestion has got better. */
export class Adviser extends EventTarget {
  /** @type {contract.Suggestion | null} */
  suggestion = null;
  thinking = false;
  #session;
  #step = /** @type {object | null} */ (null);
  #running = new AbortController();

  /** @param {Session} session */
  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener("change", () => this.#follow());
  }

  get always() {
    return localStorage.getItem(ALWAYS) === "on";
  }

  set always(on) {
    localStorage.setItem(ALWAYS, on ? "on" : "off");
    if (on) this.ask();
    this.#change();
  }

  /** Thinks about the present position until the budget ends. */
  async ask() {
    if (!this.#session.yourTurn || this.thinking) return;
    this.stop();
    const { signal } = this.#running;
    const { table } = this.#session.step;
    const position = { table: { table, seat: this.#session.you } };
    const request = { position, budget: { movetimeMs: HINT_MS }, alternatives: ALL_MOVES };
    this.thinking = true;
    this.#change();
    try {
      for await (const { suggestion, final } of service.watchSuggestion({ request, intervalMs: 150 }, signal)) {
        signal.throwIfAborted();
        this.suggestion = suggestion ?? null;
        this.thinking = !final;
        if (final) this.#note(suggestion);
        this.#change();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.thinking = false;
      this.#change();
      this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
  }

  stop() {
    this.#running.abort();
    this.#running = new AbortController();
    this.thinking = false;
  }

  /** A new position makes the old suggestion void. */
  #follow() {
    const at = this.#session.yourTurn ? this.#session.step : null;
    if (at === this.#step) return;
    this.#step = at;
    this.stop();
    this.suggestion = null;
    this.#change();
    if (!at) return;
    if (this.always) this.ask();
    else if (!at.chances) this.#assess();
  }

  /** A short look for the chart; whoever is in need of the server goes first. */
  async #assess() {
    const { signal } = this.#running;
    const step = this.#session.step;
    const position = { table: { table: step.table, seat: this.#session.you } };
    try {
      const { suggestion } = await service.assess({ position, budget: { movetimeMs: ASSESS_MS }, alternatives: 1 }, signal);
      if (this.#session.step === step) this.#note(suggestion);
    } catch {
      // The chart has a gap then.
    }
  }

  /** @param {contract.Suggestion | undefined} suggestion */
  #note(suggestion) {
    const chances = suggestion?.alternatives?.[0]?.winProbability;
    if (chances) this.#session.assess(chances);
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }
}
