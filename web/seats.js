// How seats are told apart: by colour, and by a shape for those who do not see colours alike.
import { made, s } from "./shapes.js";

/** Outlines around the origin, of about the same weight, for a radius of 10. */
const SHAPES = [
  "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
  "M0-10 9.5 7.5-9.5 7.5Z",
  "M-8-8H8V8H-8Z",
  "M0-11 9 0 0 11-9 0Z",
  "M0-10.5 2.9-3.6 10-3.2 4.5 1.6 6.3 8.7 0 4.8-6.3 8.7-4.5 1.6-10-3.2-2.9-3.6Z",
];
export const SHAPE_NAMES = ["circle", "triangle", "square", "diamond", "star"];

/**
 * The sign of a seat.
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} [radius]
 */
export function sign(seat, x, y, radius = 10) {
  return s("path", {
    d: SHAPES[seat % SHAPES.length],
    class: `sign seat${seat % SHAPES.length}`,
    transform: `translate(${x} ${y}) scale(${radius / 10})`,
  });
}

/** The sign in a line of text.
 * @param {number} seat */
export function inlineSign(seat) {
  return made(s("svg", { class: "inline-sign", viewBox: "-12 -12 24 24", width: 16, height: 16, "aria-hidden": "true" }, sign(seat, 0, 0)));
}
