// A game in progress: its tables so far, who plays, and the loop in which bots move. Kept in the browser alone.
import { service } from "./service.js";

/** @import * as contract from "contract" */

/**
 * @typedef {object} Step one table of the game and the move that led to it
 * @property {string} table
 * @property {contract.TableStatus} status
 * @property {contract.PlayedMove} [played]
 * @property {contract.GameEvent[]} [events] what happened on the way
 * @property {number[]} [chances] winning chances of all seats, as the person's seat sees them
 */

/**
 * @typedef {object} Seating
 * @property {string} game
 * @property {number} seats
 * @property {number} you
 * @property {contract.Bot[]} bots by seat; the person's own entry is not used
 */

/** @typedef {Seating & {steps: Step[]}} Saved */

const STORE = "eminence.game";
const FORMAT = "eminence-table-1";
const PACE = "eminence.pace";

/** Fires `change` when there is something new to show, and `problem` with an error. */
export class Session extends EventTarget {
  /** @type {Step[]} */
  steps;
  /** What the person's seat sees at the last step. @type {contract.GetTableResponse | null} */
  seen = null;
  busy = false;
  #running = new AbortController();

  /** @param {Saved} saved */
  constructor(saved) {
    super();
    this.seating = { game: saved.game, seats: saved.seats, you: saved.you, bots: saved.bots };
    this.steps = saved.steps;
  }

  /**
   * @param {Seating} seating
   * @param {contract.GameOptions} options
   */
  static async deal(seating, options) {
    const { game, seats, you } = seating;
    const botSeats = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== you);
    const { table = "", status = {}, events } = await service.startGame({ game, seats, options, botSeats });
    return new Session({ ...seating, steps: [{ table, status, events }] });
  }

  /** The game kept in this browser, if there is one. */
  static kept() {
    try {
      const text = localStorage.getItem(STORE);
      return text ? new Session(checked(JSON.parse(text))) : null;
    } catch {
      return null;
    }
  }

  /** @param {string} text of a file that `file` made */
  static read(text) {
    return new Session(checked(JSON.parse(text)));
  }

  /** @param {string} fragment of a link that `link` made */
  static shared(fragment) {
    const { t, ...seating } = JSON.parse(decodeURIComponent(fragment));
    return new Session(checked({ format: FORMAT, ...seating, steps: [{ table: t, status: {} }] }));
  }

  get step() {
    return this.steps[this.steps.length - 1];
  }

  get status() {
    return this.step.status;
  }

  get you() {
    return this.seating.you;
  }

  get yourTurn() {
    return !this.status.over && (this.status.actor ?? 0) === this.you && !this.busy;
  }

  /** Milliseconds between the moves of bots. */
  get pace() {
    return Number(localStorage.getItem(PACE) ?? 400);
  }

  set pace(ms) {
    localStorage.setItem(PACE, String(ms));
  }

  /** Shows the last step and lets bots move until it is the person's turn. */
  async run() {
    this.stop();
    const { signal } = this.#running;
    this.busy = true; // what was seen belongs to another step
    this.#change();
    try {
      await this.#look(signal);
      while (!this.status.over && this.status.actor !== this.you) {
        this.busy = true;
        await pause(this.pace, signal);
        const bot = this.seating.bots[this.status.actor ?? 0];
        await this.#play({ table: this.step.table, bot }, signal);
        await this.#look(signal);
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** @param {contract.Move} move one of the legal ones */
  async play(move) {
    if (!this.yourTurn) return;
    this.busy = true;
    this.#change();
    const { signal } = this.#running;
    try {
      await this.#play({ table: this.step.table, seat: this.you, text: move.text }, signal);
    } catch (error) {
      this.busy = false;
      if (!signal.aborted) this.#fail(error);
      return;
    }
    await this.run();
  }

  /** The step to which `back` returns: the person's decision before this one. */
  get backTo() {
    for (let at = this.steps.length - 2; at >= 0; at--) {
      if ((this.steps[at].status.actor ?? 0) === this.you) return at;
    }
    return -1;
  }

  /** Whether going back undoes a step of the person's present turn alone. */
  get isInFlow() {
    return this.backTo >= 0 && this.backTo === this.steps.length - 2 && this.yourTurn;
  }

  async back() {
    if (this.backTo < 0) return;
    await this.goTo(this.backTo);
  }

  /** Takes the game back to an earlier step.
   * @param {number} at */
  async goTo(at) {
    this.steps = this.steps.slice(0, at + 1);
    await this.run();
  }

  /** Ends what is going on. */
  stop() {
    this.#running.abort();
    this.#running = new AbortController();
    this.busy = false;
  }

  /** @param {number[]} chances of the last step */
  assess(chances) {
    this.step.chances = chances;
    this.#keep();
    this.#change();
  }

  /** The whole game, once it is over.
   * @returns {Promise<contract.GameRecord>} */
  async record() {
    const players = this.seating.bots.map((bot, seat) => (seat === this.you ? "you" : botName(bot)));
    return (await service.getRecord({ table: this.step.table, players })).record ?? {};
  }

  /** The game as a file that `read` understands. */
  file() {
    return JSON.stringify({ format: FORMAT, ...this.seating, steps: this.steps }, null, 1);
  }

  /** The address of this position: whoever opens it sits down at the same seat. */
  link() {
    const { href } = location;
    const shared = JSON.stringify({ ...this.seating, t: this.step.table });
    return `${href.split("#")[0]}#position=${encodeURIComponent(shared)}`;
  }

  static forget() {
    localStorage.removeItem(STORE);
  }

  /**
   * @param {contract.PlayMoveRequest} request
   * @param {AbortSignal} signal
   */
  async #play(request, signal) {
    const { table = "", status = {}, played, events } = await service.playMove(request, signal);
    signal.throwIfAborted();
    this.steps.push({ table, status, played, events });
    this.dispatchEvent(new CustomEvent("played", { detail: this.step }));
  }

  /** @param {AbortSignal} signal */
  async #look(signal) {
    const seen = await service.getTable({ table: this.step.table, seat: this.you }, signal);
    signal.throwIfAborted();
    this.seen = seen;
    this.step.status = seen.status ?? {};
    this.busy = !this.status.over && (this.status.actor ?? 0) !== this.you;
    this.#keep();
    this.#change();
  }

  #keep() {
    const text = JSON.stringify({ format: FORMAT, ...this.seating, steps: this.steps });
    try {
      localStorage.setItem(STORE, text);
    } catch {
      // The store is full or forbidden: the game goes on, it just does not outlive a reload.
    }
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.busy = false;
    this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    this.#change();
  }
}

/** A bot as the command line names it.
 * @param {contract.Bot} bot */
function botName({ name = "mcts", level }) {
  return level === undefined ? name : `${name}:level=${level}`;
}

/**
 * A saved game as far as a page must trust it; the service checks the tables.
 * @param {any} saved
 * @returns {Saved}
 */
function checked(saved) {
  const { format, game, seats, you, bots, steps } = saved ?? {};
  const isWhole = (/** @type {unknown} */ n) => Number.isInteger(n);
  const fits =
    format === FORMAT &&
    typeof game === "string" &&
    isWhole(seats) &&
    isWhole(you) &&
    Array.isArray(bots) &&
    bots.length === seats &&
    Array.isArray(steps) &&
    steps.length > 0 &&
    steps.every((step) => typeof step?.table === "string" && typeof step.status === "object" && step.status);
  if (!fits) throw new Error("This is not a saved game of Eminence.");
  return { game, seats, you, bots, steps };
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
