// Finds the module of a game by its name; a game without one gets the board that any game can have.
import generic from "./games/generic.js";

/** @import { Game } from "./board.js" */

/** @type {Map<string, Promise<Game>>} */
const loaded = new Map();

/**
 * @param {string} name
 * @returns {Promise<Game>}
 */
export function gameModule(name) {
  let module = loaded.get(name);
  if (!module) {
    module = load(name);
    loaded.set(name, module);
  }
  return module;
}

/** @param {string} name */
async function load(name) {
  if (!/^[a-z0-9_]+$/.test(name)) return generic;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = `games/${name}.css`;
  try {
    const [{ default: game }] = await Promise.all([import(`./games/${name}.js`), styled(sheet)]);
    return game;
  } catch {
    sheet.remove();
    return generic;
  }
}

/** @param {HTMLLinkElement} sheet */
function styled(sheet) {
  return new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
    document.head.append(sheet);
  });
}
