// Elements of HTML in one expression. Attributes only, no inline styles: the page's policy forbids them.
import { Shape, made } from "./shapes.js";

/** @typedef {Node | Shape | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An HTML element. `onclick` and the like are listeners; true, false and null switch attributes on and off.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Shape) element.append(made(child));
    else if (child !== null && child !== undefined && child !== false) element.append(typeof child === "number" ? String(child) : child);
  }
}
