// Where the points of two moves come from, side by side.
import { h } from "./dom.js";
import { s } from "./shapes.js";
import { title } from "./words.js";

/** @import * as contract from "contract" */

const NOISE = 2; // standard errors within which a difference says nothing
const LEAST = 0.05; // points that would be shown as none
const BAR = 48;
const REST = "rest"; // the contract's word for points that no source has brought

/** @typedef {{name: string, move: contract.Alternative}} Choice a move and what it is called in the head */

/**
 * What each source of points is expected to bring a seat; nothing where the game names none.
 * @param {Choice[]} choices one or two
 * @param {number} seat
 */
export function sourcesTable(choices, seat) {
  const names = [...new Set(choices.flatMap(({ move }) => (move.sources ?? []).map(({ source = "" }) => source)))];
  const rows = names
    .map((name) => ({ name, cells: choices.map(({ move }) => pointsOf(move, name, seat)) }))
    .filter(({ cells }) => cells.some(({ points }) => Math.abs(points) >= LEAST));
  if (rows.length === 0) return null;
  const most = Math.max(...rows.flatMap(({ name, cells }) => (name === REST ? [] : cells.map(({ points }) => Math.abs(points)))));
  const heads = choices.map(({ name }) => h("th", { scope: "col" }, name));
  return h(
    "table",
    { class: "sources" },
    h("caption", {}, "Where your points come from"),
    h("thead", {}, h("tr", {}, h("td"), heads)),
    h("tbody", {}, rows.map(({ name, cells }) => h("tr", { class: isSure(cells) ? "sure" : null }, h("th", { scope: "row" }, name === REST ? "Had, or later" : title(name)), cells.map(({ points }) => h("td", {}, points.toFixed(1), bar(name === REST ? 0 : points / most)))))),
  );
}

/**
 * @param {contract.Alternative} move
 * @param {string} name
 * @param {number} seat
 */
function pointsOf(move, name, seat) {
  const found = move.sources?.find(({ source = "" }) => source === name);
  return { points: found?.points?.[seat] ?? 0, error: found?.error?.[seat] ?? 0 };
}

/** Whether two moves differ by more than noise.
 * @param {{points: number, error: number}[]} cells */
function isSure([one, other]) {
  return other !== undefined && Math.abs(one.points - other.points) > NOISE * Math.hypot(one.error, other.error);
}

/** @param {number} share of the greatest, below 0 for points lost */
function bar(share) {
  const width = Math.abs(share) * BAR;
  return s("svg", { class: share < 0 ? "bar lost" : "bar", width: BAR, height: 8, "aria-hidden": "true" }, s("rect", { width, height: 8, rx: 2 }));
}
