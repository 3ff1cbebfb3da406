// The page: choose a game, play it, and come back to it.
import { h } from "./dom.js";
import { ServiceNotice } from "./notice.js";
import { GameReview } from "./review.js";
import { inWords, service } from "./service.js";
import { Session } from "./session.js";
import { GameSetup } from "./setup.js";
import { GameTable } from "./table.js";

/** @import * as contract from "contract" */

const notice = new ServiceNotice();
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const heading = /** @type {HTMLElement} */ (document.querySelector("#heading"));
const menu = /** @type {HTMLElement} */ (document.querySelector("#menu"));
const file = h("input", { type: "file", accept: "application/json,.json", hidden: true, onchange: () => load() });
/** @type {contract.ListGamesResponse} */
let catalogue = {};
/** @type {Session | null} */
let current = null;

/** @param {Event} event */
function complain(event) {
  notice.tell(/** @type {CustomEvent} */ (event).detail);
}

function choose() {
  history.replaceState(null, "", location.pathname);
  const setup = new GameSetup();
  setup.addEventListener("start", (event) => sit(/** @type {CustomEvent} */ (event).detail));
  setup.addEventListener("problem", complain);
  const kept = Session.kept();
  heading.textContent = "Eminence";
  menu.replaceChildren(button("Load", () => file.click()));
  main.replaceChildren(
    h("p", { class: "welcome" }, "Sit down with bots that know no more than you would in their place. Ask them for advice at any time."),
    kept && !kept.status.over ? button(`Continue the game of ${titleOf(kept)}`, () => sit(kept), "continue") : "",
    setup,
  );
  setup.show(catalogue);
}

/** @param {Session} session */
async function sit(session) {
  current = session;
  history.replaceState(null, "", "#table");
  const table = new GameTable();
  table.addEventListener("problem", complain);
  table.addEventListener("leave", choose);
  table.addEventListener("review", () => lookBack(session));
  heading.textContent = titleOf(session);
  menu.replaceChildren(button("New game", choose), button("Save", save), button("Load", () => file.click()), button("Share", share));
  main.replaceChildren(table);
  await table.seat(session);
}

/** @param {Session} session */
function titleOf(session) {
  return catalogue.games?.find((game) => game.name === session.seating.game)?.title ?? session.seating.game;
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {string} [kind]
 */
function button(text, act, kind = "") {
  return h("button", { type: "button", class: kind, onclick: act }, text);
}

/** Reviews the game that was just played.
 * @param {Session} session */
async function lookBack(session) {
  try {
    review(await session.record(), session);
  } catch (error) {
    notice.tell(error);
  }
}

/**
 * @param {contract.GameRecord} record
 * @param {Session | null} session
 */
function review(record, session) {
  const page = new GameReview();
  page.addEventListener("problem", complain);
  const name = catalogue.games?.find((game) => game.name === record.game)?.title ?? record.game;
  heading.textContent = `${name}: review`;
  const back = session ? [button("Back to the table", () => sit(session)), button("Save", save)] : [];
  menu.replaceChildren(button("New game", choose), ...back, button("Load", () => file.click()));
  main.replaceChildren(page);
  page.review(record, session?.you ?? -1);
}

/** A game that is over is saved as a record, one that goes on as its tables: they keep what is hidden. */
async function save() {
  if (!current) return;
  try {
    const text = current.status.over ? JSON.stringify(await current.record(), null, 1) : current.file();
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const { game } = current.seating;
    h("a", { href: address, download: `${game}-${current.status.ply ?? 0}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    notice.tell(error);
  }
}

async function load() {
  const [chosen] = file.files ?? [];
  file.value = "";
  if (!chosen) return;
  try {
    const text = await chosen.text();
    const isRecord = "plies" in Object(JSON.parse(text));
    if (isRecord) review(JSON.parse(text), null);
    else await sit(Session.read(text));
  } catch (error) {
    notice.tell(error instanceof SyntaxError ? new Error("This is not a saved game of Eminence.") : error);
  }
}

async function share() {
  if (!current) return;
  const link = current.link();
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": "Link to this position" });
  const said = h("p", { role: "status" }, "Whoever opens this link sits down in your seat at this position.");
  const copy = button("Copy", async () => {
    field.select();
    await navigator.clipboard.writeText(link);
    said.textContent = "Copied.";
  }, "primary");
  const dialog = h("dialog", { class: "chooser", "aria-label": "Share this position" }, h("h2", {}, "Share this position"), said, field, copy, button("Close", () => dialog.close()));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function begin() {
  main.before(notice);
  document.body.append(file);
  catalogue = await service.listGames();
  const version = document.querySelector("#version");
  if (version) version.textContent = `Eminence ${catalogue.version ?? ""}`;
  const shared = /^#position=(.*)$/.exec(location.hash);
  const kept = location.hash === "#table" ? Session.kept() : null;
  try {
    if (shared) await sit(Session.shared(shared[1]));
    else if (kept) await sit(kept);
    else choose();
  } catch {
    choose();
    notice.tell(new Error("This link does not lead to a game."));
  }
  document.body.dataset.ready = "yes";
}

begin().catch((error) => notice.tell(new Error(inWords(error))));
