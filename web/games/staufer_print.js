// What is printed on the components of The Staufer Dynasty, as far as views do not tell it.

/** @type {Record<string, {name: string, bonus: string}>} */
export const REGIONS = {
  aachen: { name: "Aachen", bonus: "a chest each, in rank order" },
  augsburg: { name: "Augsburg", bonus: "a chest for 1st and 2nd" },
  milano: { name: "Milano", bonus: "2 points each" },
  nijmegen: { name: "Nijmegen", bonus: "an envoy each" },
  palermo: { name: "Palermo", bonus: "3 and 1 points" },
  strasbourg: { name: "Strasbourg", bonus: "2 and 1 envoys" },
};

/** @type {Record<string, {colour: string, code: string, name: string}>} */
export const CHESTS = {
  violet: { colour: "violet", code: "V", name: "violet" },
  brown: { colour: "brown", code: "B", name: "brown" },
  points_2: { colour: "orange", code: "+2", name: "2 points" },
  points_3: { colour: "orange", code: "+3", name: "3 points" },
  points_4: { colour: "orange", code: "+4", name: "4 points" },
  points_5: { colour: "orange", code: "+5", name: "5 points" },
  envoys_1: { colour: "orange", code: "1E", name: "1 envoy" },
  envoys_2: { colour: "orange", code: "2E", name: "2 envoys" },
  envoys_3: { colour: "orange", code: "3E", name: "3 envoys" },
  noble: { colour: "orange", code: "1N", name: "1 noble" },
  first_space: { colour: "turquoise", code: "1st", name: "first space" },
  other_supply: { colour: "turquoise", code: "sup", name: "other supply" },
  no_movement: { colour: "turquoise", code: "mov", name: "no movement" },
  cheap_office: { colour: "turquoise", code: "off", name: "cheap office" },
  keep_figure: { colour: "turquoise", code: "kp", name: "keep a figure" },
};

/** By number, from 1. */
export const PRIVILEGES = [
  "",
  "points at once",
  "occupied offices too",
  "a second envoy",
  "offices cost 3",
  "offices cost 1 less",
  "3 points in the king's region",
  "supply: 1 envoy more",
  "supply: 1 chest more",
  "supply: 2 points",
  "movement costs 1",
  "first 2 regions free",
  "king's neighbours free",
  "scored figures come home",
  "3/2/1 points when scored",
  "2 points when present",
  "2 points per orange chest",
];

/** @type {Record<string, string>} */
export const JOBS = {
  adjacent: "two adjacent regions",
  one_between: "two regions, one between",
  opposite: "two opposite regions",
  three_adjacent: "three adjacent regions",
  two_and_one: "two adjacent and one more",
  every_second: "every second region",
  cost_3: "offices of cost 3",
  cost_4: "offices of cost 4",
  cost_5: "offices of cost 5",
  all: "all your offices",
  pairs: "pairs of equal cost",
  series: "series 3, 4, 5",
};

/** @type {Record<string, string>} */
export const SECONDS = { kings_region: "the king's region", fewest_chests: "fewest chests", most_figures: "most figures" };
