// What is printed on the cards of Verräter. tests/e2e holds it against the figures of the service.

/** @type {Record<string, {name: string, row: number, points: number, wins: number[]}>} */
export const LANDS = {
  wasteland: { name: "Wasteland", row: 0, points: 0, wins: [3, 2, 1, 1] },
  meadow: { name: "Meadow", row: 1, points: 3, wins: [4, 3, 2, 1] },
  river: { name: "River", row: 2, points: 5, wins: [5, 4, 3, 2] },
  woods: { name: "Woods", row: 3, points: 7, wins: [6, 5, 3, 2] },
  village: { name: "Village", row: 4, points: 10, wins: [7, 5, 4, 3] },
  city: { name: "City", row: 5, points: 15, wins: [8, 6, 4, 3] },
};

/** @type {Record<string, {name: string, points: number, lines: string[]}>} */
export const ACTIONS = {
  traitor: { name: "Traitor", points: 0, lines: ["switches house", "+1 VP"] },
  diplomat_2: { name: "Diplomat +2", points: 2, lines: ["+2 conflict", "+1 supply card"] },
  diplomat_5: { name: "Diplomat +5", points: 5, lines: ["+5 conflict"] },
  builder: { name: "Builder", points: 0, lines: ["places or turns", "a building"] },
  strategist: { name: "Strategist", points: 0, lines: ["+2 VP, chooses", "the next border"] },
  farmer: { name: "Farmer", points: 0, lines: ["draws 3", "supply cards"] },
};

/** Pictures in a frame of 64 by 32. @type {Record<string, string>} */
export const LAND_ICONS = {
  wasteland: "M0 32Q12 18 24 24T46 18T64 24V32Z M14 21l5-9 4 5 3-4 4 9Z",
  meadow: "M0 32V24Q16 16 32 22T64 20V32Z M8 22l2-8 2 8M20 19l2-8 2 8M36 21l2-9 2 9M50 20l2-8 2 8",
  river: "M0 12Q8 6 16 12T32 12 48 12 64 12V17Q56 23 48 17T32 17 16 17 0 17Z M0 23Q8 17 16 23T32 23 48 23 64 23V28Q56 34 48 28T32 28 16 28 0 28Z",
  woods: "M10 32V26H2L10 14H5L13 2 21 14H16L24 26H16V32Z M34 32V28H27L34 18H30L36 8 42 18H38L45 28H38V32Z M52 32V26H45L52 14H48L55 3 62 14H58L64 26H57V32Z",
  village: "M4 32V20L13 12 22 20V32Z M26 32V16L36 6 46 16V32Z M49 32V21L56 15 63 21V32Z",
  city: "M2 32V14H6V10H10V14H14V32Z M16 32V20H48V32Z M50 32V14H54V10H58V14H62V32Z M24 20V8L32 0 40 8V20Z",
};
