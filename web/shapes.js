// What SVG elements look like, as plain data, and the elements that follow it: of a new drawing only what differs from
// the last one is touched. Attributes only, no inline styles: the page's policy forbids them.

/** @typedef {Record<string, string | number | null | undefined | false>} Looks attributes; those without a value are left out */
/** @typedef {Shape | string | number | null | undefined | false | Part[]} Part */

const SVG = "http://www.w3.org/2000/svg";

export class Shape {
  /** @type {Shape[]} */
  children = [];
  text = "";
  /** The place of the board that it is, or the first one in it. */
  key = "";
  /** What shows it, once there is one. @type {SVGElement | null} */
  element = null;

  /**
   * @param {string} tag
   * @param {Looks} looks
   * @param {Part[]} parts shapes, or words
   */
  constructor(tag, looks, parts) {
    this.tag = tag;
    this.looks = looks;
    this.#hold(parts);
    const first = this.children.find((child) => child.key);
    this.key = String(looks["data-spot"] ?? (first ? `around ${first.key}` : ""));
  }

  /** @param {Part[]} parts */
  #hold(parts) {
    for (const part of parts) {
      if (part instanceof Shape) this.children.push(part);
      else if (Array.isArray(part)) this.#hold(part);
      else if (part !== null && part !== undefined && part !== false) this.text += part;
    }
  }
}

/**
 * An SVG element to be.
 * @param {string} tag
 * @param {Looks} [looks]
 * @param {...Part} parts
 */
export function s(tag, looks = {}, ...parts) {
  return new Shape(tag, looks, parts);
}

/**
 * The element of a shape that has none yet.
 * @param {Shape} shape
 * @returns {SVGElement}
 */
export function made(shape) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, shape.tag));
  shape.element = element;
  for (const name in shape.looks) look(element, name, shape.looks[name]);
  if (shape.text) element.textContent = shape.text;
  for (const child of shape.children) element.append(made(child));
  return element;
}

/**
 * The element that showed a shape shows another one from now on.
 * @param {Shape} before
 * @param {Shape} after
 */
export function follow(before, after) {
  const element = before.element ?? made(before);
  after.element = element;
  for (const name in after.looks) {
    if (after.looks[name] !== before.looks[name]) look(element, name, after.looks[name]);
  }
  for (const name in before.looks) {
    if (!(name in after.looks)) element.removeAttribute(name);
  }
  if (before.text !== after.text) element.textContent = after.text;
  followAll(element, before.children, after.children);
}

/**
 * Places keep their elements, wherever they are now; other children follow those in their turn.
 * @param {SVGElement} element
 * @param {Shape[]} before
 * @param {Shape[]} after
 */
function followAll(element, before, after) {
  const places = new Map(before.map((child) => [child.key, child]));
  const others = before.filter((child) => !child.key);
  const left = new Set(before);
  let turn = 0;
  for (const child of after) {
    const was = child.key ? places.get(child.key) : others[turn++];
    if (was && was.tag === child.tag && left.delete(was)) follow(was, child);
    else made(child);
  }
  for (const { element: gone } of left) gone?.remove();
  let next = element.firstChild;
  for (const { element: shown } of after) {
    if (shown === next) next = shown?.nextSibling ?? null;
    else if (shown) element.insertBefore(shown, next);
  }
}

/**
 * @param {SVGElement} element
 * @param {string} name
 * @param {Looks[string]} value
 */
function look(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}
