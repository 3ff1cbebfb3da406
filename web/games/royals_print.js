// What is printed on the board and the markers of Royals, as far as views do not tell it.

/** Markers of a country: for the most and second most influence by period, and for a cube in every city.
 * @type {Record<string, {periods: number[][], bonus: number[]}>} */
export const MARKERS = {
  france: { periods: [[6, 3], [8, 4], [10, 5]], bonus: [10, 5] },
  germanStates: { periods: [[5, 2], [7, 3], [9, 4]], bonus: [8, 4] },
  britain: { periods: [[4, 2], [6, 3], [8, 4]], bonus: [6, 3] },
  spain: { periods: [[4, 2], [6, 3], [8, 4]], bonus: [8, 4] },
};

/** For the most cubes on a title; two who share it get half. @type {Record<string, number>} */
export const TITLE_POINTS = { marshal: 4, baron: 6, countess: 8, duke: 10, cardinal: 12, princess: 14, king: 16 };
