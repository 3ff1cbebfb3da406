// The public calls of the service, with patience: what passes by itself is told in words and tried again.
import { ServiceError, stream, unary } from "./connect.js";

/** @import * as contract from "contract" */

const OPPONENT = "eminence.v1.OpponentService";
const TABLE = "eminence.v1.TableService";
const FIRST_WAIT_MS = 500;
const LONGEST_STEP_MS = 8000;
const LONGEST_WAIT_MS = 5_000; // whatever the server says: others may be done earlier
const SPARE_MS = 10_000; // for queue and network, beyond the thinking itself
const KEY = "eminence.key";

/**
 * Tells of waits: `waiting` with what is wrong and the milliseconds to the next try, `locked` with the words of a server
 * that wants another key, and `answered`.
 */
class Service extends EventTarget {
  /** @type {() => void} */
  #tryNow = () => {};

  /** The API key, for servers that ask for one. */
  get key() {
    return localStorage.getItem(KEY) ?? "";
  }

  /** A key that the calls in want of one go on with. */
  set key(key) {
    localStorage.setItem(KEY, key);
    this.dispatchEvent(new Event("unlocked"));
  }

  /** @returns {Promise<contract.ListGamesResponse>} */
  listGames() {
    return this.#patiently(`${OPPONENT}/ListGames`, {});
  }

  /**
   * @param {contract.StartGameRequest} request
   * @returns {Promise<contract.StartGameResponse>}
   */
  startGame(request) {
    return this.#patiently(`${TABLE}/StartGame`, request);
  }

  /**
   * @param {contract.GetTableRequest} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<contract.GetTableResponse>}
   */
  getTable(request, signal) {
    return this.#patiently(`${TABLE}/GetTable`, request, { signal });
  }

  /**
   * @param {contract.GetMovesRequest} request
   * @returns {Promise<contract.GetMovesResponse>}
   */
  getMoves(request) {
    return this.#patiently(`${OPPONENT}/GetMoves`, request);
  }

  /**
   * @param {contract.PlayMoveRequest} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<contract.PlayMoveResponse>}
   */
  playMove(request, signal) {
    const timeoutMs = (request.bot?.budget?.movetimeMs ?? 0) + SPARE_MS;
    return this.#patiently(`${TABLE}/PlayMove`, request, { signal, timeoutMs });
  }

  /**
   * @param {contract.GetRecordRequest} request
   * @returns {Promise<contract.GetRecordResponse>}
   */
  getRecord(request) {
    return this.#patiently(`${TABLE}/GetRecord`, request);
  }

  /**
   * @param {contract.ReviewGameRequest} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<contract.ReviewGameResponse, void>}
   */
  reviewGame(request, signal) {
    return this.#watch(`${OPPONENT}/ReviewGame`, request, { signal });
  }

  /**
   * A suggestion of lesser priority than a hint: nobody waits for it.
   * @param {contract.SuggestMoveRequest} request
   * @param {AbortSignal} signal
   * @returns {Promise<contract.SuggestMoveResponse>}
   */
  assess(request, signal) {
    const timeoutMs = (request.budget?.movetimeMs ?? 0) + SPARE_MS;
    return unary(`${OPPONENT}/SuggestMove`, request, { signal, timeoutMs, priority: "playout", key: this.key });
  }

  /**
   * @param {contract.WatchSuggestionRequest} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<contract.WatchSuggestionResponse, void>}
   */
  watchSuggestion(request, signal) {
    const timeoutMs = (request.request?.budget?.movetimeMs ?? 0) + SPARE_MS;
    return this.#watch(`${OPPONENT}/WatchSuggestion`, request, { signal, timeoutMs });
  }

  /**
   * A stream, begun again when it could not begin.
   * @param {string} method
   * @param {object} request
   * @param {{signal: AbortSignal, timeoutMs?: number}} options
   */
  async *#watch(method, request, options) {
    for (let tries = 0; ; tries++) {
      let begun = false;
      try {
        for await (const message of stream(method, request, { ...options, key: this.key })) {
          if (tries && !begun) this.dispatchEvent(new Event("answered"));
          begun = true;
          yield message;
        }
        return;
      } catch (error) {
        if (begun) throw error;
        await this.#wait(error, tries, options.signal);
      }
    }
  }

  /** Ends the present wait. */
  tryNow() {
    this.#tryNow();
  }

  /**
   * @param {string} method
   * @param {object} request
   * @param {{signal?: AbortSignal, timeoutMs?: number}} [options]
   */
  async #patiently(method, request, options = {}) {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await unary(method, request, { ...options, key: this.key });
        if (tries) this.dispatchEvent(new Event("answered"));
        return answer;
      } catch (error) {
        await this.#wait(error, tries, options.signal);
      }
    }
  }

  /**
   * Waits before the next try; throws what no waiting helps against.
   * @param {unknown} error
   * @param {number} tries
   * @param {AbortSignal} [signal]
   */
  async #wait(error, tries, signal) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "unauthenticated") return this.#unlocked(error, signal);
    if (!error.passes) throw error;
    const step = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_STEP_MS);
    const pause = Math.min(Math.max(error.retryMs ?? 0, step), LONGEST_WAIT_MS);
    this.dispatchEvent(new CustomEvent("waiting", { detail: { message: inWords(error), pause } }));
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, pause);
      this.#tryNow = () => resolve(undefined);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        this.dispatchEvent(new Event("answered"));
        reject(signal.reason);
      });
    });
  }

  /**
   * Waits for another key.
   * @param {ServiceError} error
   * @param {AbortSignal} [signal]
   */
  #unlocked(error, signal) {
    this.dispatchEvent(new CustomEvent("locked", { detail: inWords(error) }));
    return new Promise((resolve, reject) => {
      this.addEventListener("unlocked", resolve, { once: true });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}

export const service = new Service();

/** @type {Record<string, string>} */
const REASONS = {
  UNREACHABLE: "The server cannot be reached.",
  DRAINING: "The server is being restarted.",
  QUEUE_FULL: "The server is busy: too many others are waiting.",
  DEADLINE_TOO_SHORT: "The server is busy.",
  TOO_MANY_CALLS: "Too many calls at the same time.",
  QUOTA_EXHAUSTED: "The share of processor time is used up for now.",
  TABLE_KEY_UNKNOWN: "This game was dealt by another server, or its key has been retired: it cannot be continued here.",
  TABLE_VERSION: "This game was dealt by another version of the server: it cannot be continued here.",
  TABLE_COMPONENTS: "This game was dealt with other component figures: it cannot be continued here.",
  TABLE_MALFORMED: "This is not a game, or only a part of one.",
  TABLE_TAMPERED: "This game was changed after it was sealed: it cannot be continued.",
  KEY_REQUIRED: "This server asks for an API key.",
  KEY_UNKNOWN: "The server does not know this API key.",
  KEY_REVOKED: "This API key has been revoked.",
};

/** An error as a person reads it.
 * @param {unknown} error */
export function inWords(error) {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error);
  return REASONS[error.reason] ?? error.message;
}
