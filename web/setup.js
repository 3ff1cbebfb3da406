// Choosing a game: seats, options, one's own place and the strength of the bots, all from ListGames.
import { h } from "./dom.js";
import { inlineSign } from "./seats.js";
import { Session } from "./session.js";
import { title } from "./words.js";

/** @import * as contract from "contract" */

const CHOICE = "eminence.choice";
const FULL_STRENGTH = 10;
const THINKING = [
  { ms: 100, name: "brief" },
  { ms: 400, name: "normal" },
  { ms: 2000, name: "long" },
];

/** Fires `start` with a Session, and `problem` with an error. */
export class GameSetup extends HTMLElement {
  /** @type {contract.ListGamesResponse} */
  #catalogue = {};
  #form = h("form", { class: "setup" });

  connectedCallback() {
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    this.#form.addEventListener("change", (event) => {
      const name = /** @type {HTMLInputElement} */ (event.target).name;
      if (name === "game" || name === "seats" || name === "you") this.#fill();
    });
  }

  /** @param {contract.ListGamesResponse} catalogue */
  show(catalogue) {
    this.#catalogue = catalogue;
    this.#fill(remembered());
  }

  /** The form for what has been chosen so far.
   * @param {Record<string, string>} [chosen] */
  #fill(chosen = Object.fromEntries(/** @type {Iterable<[string, string]>} */ (new FormData(this.#form).entries()))) {
    const games = this.#catalogue.games ?? [];
    const game = games.find((one) => one.name === chosen.game) ?? games[0];
    if (!game) return;
    const sizes = game.seats ?? [];
    const seats = sizes.includes(Number(chosen.seats)) ? Number(chosen.seats) : sizes[Math.min(1, sizes.length - 1)];
    const you = Math.min(Number(chosen.you ?? 0), seats - 1);
    const isSame = chosen.game === game.name;
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const again = focused && this.contains(focused) ? [focused.name, focused.value] : null;
    this.#form.replaceChildren(
      group("Game", radios("game", games.map((one) => [one.name ?? "", one.title ?? ""]), game.name ?? "", "cards")),
      group("Seats", radios("seats", sizes.map((n) => [String(n), String(n)]), String(seats))),
      group("Your seat", radios("you", range(seats).map((n) => [String(n), seatLabel(n)]), String(you))),
      group("Opponents", range(seats).filter((seat) => seat !== you).map((seat) => this.#bot(game, seat, chosen)), thinking(chosen)),
      ...this.#options(game, isSame ? chosen : {}),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, "Deal")),
    );
    if (again) /** @type {HTMLElement | null} */ (this.#form.querySelector(`[name="${again[0]}"][value="${again[1]}"]`))?.focus();
  }

  /**
   * @param {contract.GameInfo} game
   * @param {number} seat
   * @param {Record<string, string>} chosen
   */
  #bot(game, seat, chosen) {
    const name = `bot${seat}`;
    const levels = (game.levels ?? []).map(({ level = 0, rating }) => {
      const strength = rating === undefined ? "" : `, rated ${Math.round(rating)}`;
      return [String(level), `Level ${level}${strength}`];
    });
    const plain = (this.#catalogue.bots ?? []).filter((bot) => !bot.searches).map((bot) => [bot.name ?? "", bot.about ?? ""]);
    return h("label", { class: "bot" }, inlineSign(seat), `Seat ${seat}`, select(name, [...levels, ...plain], chosen[name] ?? String(FULL_STRENGTH)));
  }

  /**
   * @param {contract.GameInfo} game
   * @param {Record<string, string>} chosen
   */
  #options(game, chosen) {
    const fields = (game.options ?? []).map((option) => {
      const field = optionField(option, chosen[`option.${option.name}`]);
      return field && h("label", { class: "option" }, h("span", {}, title((option.name ?? "").replace(/\d+/, " $&"))), field, h("small", {}, option.help));
    });
    const shown = fields.filter((field) => field !== null);
    if (shown.length === 0) return [];
    const isOpen = this.#form.querySelector("details")?.open ?? false;
    return [h("details", { open: isOpen }, h("summary", {}, `Options of ${game.title}`), h("div", { class: "options" }, shown))];
  }

  async #start() {
    const chosen = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(this.#form).entries()));
    localStorage.setItem(CHOICE, JSON.stringify(chosen));
    const game = (this.#catalogue.games ?? []).find((one) => one.name === chosen.game);
    const button = this.#form.querySelector("button[type=submit]");
    button?.setAttribute("disabled", "");
    try {
      const seats = Number(chosen.seats);
      const bots = range(seats).map((seat) => botOf(chosen[`bot${seat}`] ?? String(FULL_STRENGTH), Number(chosen.thinking)));
      const seating = { game: chosen.game, seats, you: Number(chosen.you), bots };
      const options = /** @type {contract.GameOptions} */ ({ [chosen.game]: chosenOptions(game?.options ?? [], chosen) });
      const session = await Session.deal(seating, options);
      this.dispatchEvent(new CustomEvent("start", { detail: session }));
    } catch (error) {
      this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    } finally {
      button?.removeAttribute("disabled");
    }
  }
}

/** @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(CHOICE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {number} count */
function range(count) {
  return Array.from({ length: count }, (_, n) => n);
}

/** @param {number} seat */
function seatLabel(seat) {
  return h("span", {}, inlineSign(seat), `Seat ${seat}`);
}

/**
 * @param {string} legend
 * @param {...import("./dom.js").Child} children
 */
function group(legend, ...children) {
  return h("fieldset", {}, h("legend", {}, legend), ...children);
}

/**
 * @param {string} name
 * @param {(string | Node)[][]} choices value and label
 * @param {string} value
 * @param {string} [kind]
 */
function radios(name, choices, value, kind = "chips") {
  const one = (/** @type {(string | Node)[]} */ [key, label]) =>
    h("label", {}, h("input", { type: "radio", name, value: key, checked: key === value }), h("span", {}, label));
  return h("div", { class: kind }, choices.map(one));
}

/**
 * @param {string} name
 * @param {string[][]} choices
 * @param {string} value
 */
function select(name, choices, value) {
  return h("select", { name }, choices.map(([key, label]) => h("option", { value: key, selected: key === value }, label)));
}

/** @param {Record<string, string>} chosen */
function thinking(chosen) {
  const choices = THINKING.map(({ ms, name }) => [String(ms), name]);
  return h("label", { class: "bot" }, "They think", select("thinking", choices, chosen.thinking ?? "400"));
}

/**
 * A field for an option; none for lists, which are for programs.
 * @param {contract.OptionInfo} option
 * @param {string | undefined} value
 */
function optionField(option, value) {
  const name = `option.${option.name}`;
  const { choices = [], enumNames = [], low, high, defaultValue } = option;
  const usual = defaultValue === undefined ? "as usual" : `${defaultValue} (usual)`;
  if (choices.length > 0) return select(name, [["", usual], ...choices.map((word, i) => [enumNames[i], title(word)])], value ?? "");
  if (low !== undefined && high !== undefined) {
    return h("input", { type: "number", name, min: low, max: high, placeholder: defaultValue ?? "", value: value ?? "" });
  }
  if (defaultValue === "true" || defaultValue === "false") {
    const [first, other] = defaultValue === "true" ? ["yes", "no"] : ["no", "yes"];
    return select(name, [["", `${first} (usual)`], [String(defaultValue !== "true"), other]], value ?? "");
  }
  return null;
}

/**
 * @param {contract.OptionInfo[]} options
 * @param {Record<string, string>} chosen
 */
function chosenOptions(options, chosen) {
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const { name = "", choices = [], low } of options) {
    const value = chosen[`option.${name}`];
    if (!value) continue;
    given[name] = low !== undefined && choices.length === 0 ? Number(value) : choices.length > 0 ? value : value === "true";
  }
  return given;
}

/**
 * @param {string} choice a level, or the name of a bot without one
 * @param {number} movetimeMs
 * @returns {contract.Bot}
 */
function botOf(choice, movetimeMs) {
  return /^\d+$/.test(choice) ? { level: Number(choice), budget: { movetimeMs } } : { name: choice };
}

customElements.define("game-setup", GameSetup);
