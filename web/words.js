// Words and figures as people read them.

/** @import * as contract from "contract" */

/**
 * The last part of an enum's name: word("GAME_PHASE_PLACE", "GAME_PHASE") is "place".
 * @param {string | undefined} value
 * @param {string} type the enum's name as its values spell it
 */
export function word(value, type) {
  return (value ?? "").slice(type.length + 1).toLowerCase();
}

/** An identifier as words: "merchants_guild" is "Merchants guild".
 * @param {string} name */
export function title(name) {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a move does, else its notation.
 * @param {contract.Move} move */
export function moveWords({ effect, text = "" }) {
  return title(effect || text);
}

/** What a move is called beside others.
 * @param {contract.Move} move */
export function moveName(move) {
  return moveWords(move).split(":")[0];
}

/** @param {number} share from 0 to 1 */
export function percent(share) {
  return `${Math.round(100 * share)}\u00a0%`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * @param {number} seat
 * @param {number} [you]
 */
export function seatName(seat, you) {
  return seat === you ? "You" : `Seat ${seat}`;
}

/** @param {string[]} parts */
export function listed(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
