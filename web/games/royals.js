// Royals: four countries with their cities and positions, the open cards, hands and what each seat has gathered.
import { spot } from "../board.js";
import { s } from "../shapes.js";
import { sign } from "../seats.js";
import { counted, listed, seatName, title, word } from "../words.js";
import { at, box, fit, grid, lines, seatHead, seatPanel, text } from "./kit.js";
import { MARKERS, TITLE_POINTS } from "./royals_print.js";

/** @import * as contract from "contract" */
/** @import { Shape } from "../shapes.js" */
/** @typedef {contract.RoyalsView} View */
/** @typedef {"france" | "germanStates" | "britain" | "spain"} Country */

const GAP = 10;
const HEAD = 34;
const ROW = 56;
const FOOT = 20;
const PERIODS = ["1648", "1680", "1714"];
const COUNTRIES = /** @type {const} */ (["france", "germanStates", "britain", "spain"]);
/** @type {Record<string, {name: string, letter: string, arms: string}>} */
const ARMS = {
  france: { name: "France", letter: "F", arms: "M0-9Q4-4 1 1 6-1 8 3 4 3 3 6H-3Q-4 3-8 3-6-1-1 1-4-4 0-9Z" },
  germanStates: { name: "German States", letter: "G", arms: "M0-9 2-5 9-7 6-1 8 1 3 2 3 8H-3V2L-8 1-6-1-9-7-2-5Z" },
  britain: { name: "Britain", letter: "B", arms: "M-8-2H-2V-8H2V-2H8V2H2V8H-2V2H-8Z" },
  spain: { name: "Spain", letter: "S", arms: "M-7 8V-4H-4V-8H-1V-4H1V-8H4V-4H7V8Z" },
};
const INTRIGUES = /** @type {const} */ (["franceGermanStates", "franceBritain", "franceSpain", "germanStatesBritain", "germanStatesSpain", "britainSpain"]);
const TITLES = /** @type {const} */ (["marshal", "baron", "countess", "duke", "cardinal", "princess", "king"]);

/** @param {View} view */
const phaseOf = (view) => word(view.phase, "ROYALS_PHASE");
/** @param {contract.RoyalsTitle | undefined} one */
const titleOf = (one) => word(one, "ROYALS_TITLE");
/** A word of the contract as JSON spells it as a field. @param {string} name */
const field = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
/** @param {contract.RoyalsCountry | undefined} one */
const countryOf = (one) => field(word(one, "ROYALS_COUNTRY"));
/** The two countries of an intrigue card. @param {string} kind */
const pairOf = (kind) => COUNTRIES.filter((country) => kind.toLowerCase().includes(country.toLowerCase()));

/** @type {import("../board.js").Game<View, contract.RoyalsMove>} */
export default {
  draw(view, width) {
    const isWide = width >= 640;
    const wide = isWide ? (width - GAP) / 2 : width;
    const piles = table(view, width);
    const heights = COUNTRIES.map((country) => HEAD + citiesOf(view, country).length * ROW + FOOT);
    const content = [at(0, 0, piles.content)];
    let y = piles.height + GAP;
    if (isWide) {
      for (const row of [0, 2]) {
        const height = Math.max(heights[row], heights[row + 1]);
        for (const column of [0, 1]) content.push(at(column * (wide + GAP), y, country(view, COUNTRIES[row + column], wide, height)));
        y += height + GAP;
      }
    } else {
      COUNTRIES.forEach((name, i) => {
        content.push(at(0, y, country(view, name, wide, heights[i])));
        y += heights[i] + GAP;
      });
    }
    const own = hand(view, width);
    content.push(at(0, y, own.content));
    y += own.height + GAP;
    const seats = Array.from({ length: view.seats ?? 0 }, (_, i) => ((view.seat ?? 0) + i) % (view.seats ?? 1));
    const columns = isWide ? 2 : 1;
    const panelHeight = titleColumns(wide) < TITLES.length ? 134 : 100;
    seats.forEach((seat, i) => {
      content.push(at((i % columns) * (wide + GAP), y + Math.floor(i / columns) * (panelHeight + GAP), player(view, seat, wide, panelHeight)));
    });
    return { height: y + Math.ceil(seats.length / columns) * (panelHeight + GAP) - GAP, content };
  },

  spots(move) {
    const action = word(move.action, "ROYALS_ACTION");
    if (action === "draw_three" || action === "draw") return ["deck"];
    if (action === "draw_one_each") return ["intrigue deck"];
    if (action === "take") return [`display ${countryOf(move.country)}`];
    if (action === "place") return [`position ${move.target?.city} ${titleOf(move.target?.title)}`];
    if (action === "pay" || action === "discard") return [`card ${countryOf(move.country)}`];
    if (action === "pay_intrigue" || action === "discard_intrigue") return [`intrigue ${field(word(move.intrigue, "ROYALS_INTRIGUE"))}`];
    return [];
  },

  ask(view) {
    const { city = "", title: rank } = view.target ?? {};
    const place = `the ${title(titleOf(rank))} of ${title(city)}`;
    const left = view.picksLeft ?? 0;
    /** @type {Record<string, string>} */
    const asks = {
      draw_mode: "Draw three country cards, or one country and one intrigue card?",
      draw: `Draw a country card, ${view.drawsLeft ?? 0} to go.`,
      play: "Occupy a position, or end your turn.",
      intrigue_jokers: `How many intrigue jokers for ${place}?`,
      pay_intrigue: `Pay ${counted(left, "intrigue card")} for ${place}.`,
      jokers: `How many jokers for ${place}?`,
      pay: `Pay ${counted(left, "card")} as jokers for ${place}.`,
      discard: `Your hand is too large: discard ${counted(left, "country card")}.`,
      discard_intrigue: `Discard ${counted(left, "intrigue card")}.`,
    };
    return asks[phaseOf(view)] ?? "";
  },

  words(view) {
    return [
      `Period ${PERIODS[(view.period ?? 1) - 1]}${view.finalRound ? ", final round" : ""}, turn ${(view.turn ?? 0) + 1}. Open cards: ${countryCards(view.display) || "none"}.`,
      ...(view.cities ?? []).map((city) => {
        const positions = (city.positions ?? []).map((one) => `${titleOf(one.title)} ${one.holder === undefined ? "vacant" : `held by ${seatName(one.holder, view.seat ?? 0).toLowerCase()}`}, costs ${one.cost}, influence ${one.influence}`);
        return `${title(city.city ?? "")} (${ARMS[countryOf(city.country)].name})${city.marker ? `, marker ${city.points}` : ""}: ${positions.join("; ")}.`;
      }),
      ...COUNTRIES.map((name) => `${ARMS[name].name}. ${countryWorth(view, name)}.`),
      titleWorth(),
      ...(view.players ?? []).map((one, seat) => {
        const cubes = TITLES.flatMap((name) => (one.titleCubes?.[name] ? [`${name} ${one.titleCubes[name]}`] : []));
        return `${seatName(seat, view.seat ?? 0)}: ${counted(one.score ?? 0, "point")}, ${counted(one.cubes ?? 0, "cube")} left, ${counted(one.handSize ?? 0, "country card")}, ${counted(one.intrigueSize ?? 0, "intrigue card")}; titles: ${listed(cubes) || "none"}.`;
      }),
      `Your hand: ${countryCards((view.players ?? [])[view.seat ?? 0]?.hand) || "no country cards"}.`,
    ];
  },
};

/** @param {contract.RoyalsCountryCards | undefined} cards */
function countryCards(cards) {
  return listed(COUNTRIES.flatMap((name) => (cards?.[name] ? [`${cards[name]} ${ARMS[name].name}`] : [])));
}

/**
 * @param {View} view
 * @param {string} name
 */
function citiesOf(view, name) {
  return (view.cities ?? []).filter((city) => countryOf(city.country) === name);
}

/**
 * Influence of a seat in a country.
 * @param {View} view
 * @param {string} name
 * @param {number} seat
 */
function influence(view, name, seat) {
  const held = citiesOf(view, name).flatMap((city) => city.positions ?? []).filter((one) => one.holder === seat);
  return held.reduce((sum, one) => sum + (one.influence ?? 0), 0);
}

/**
 * What a country is worth now: its markers of this period, and those for a cube in every city that are left.
 * @param {View} view
 * @param {Country} name
 */
function countryWorth(view, name) {
  const [most, second] = MARKERS[name].periods[(view.period ?? 1) - 1];
  const taken = (view.players ?? []).map((one) => one.countryMarkers?.[name]);
  const left = MARKERS[name].bonus.filter((_, i) => !taken.includes(i ? "ROYALS_MARKER_LOWER" : "ROYALS_MARKER_HIGHER"));
  return `Influence: 1st ${most}, 2nd ${second}${left.length ? ` · in every city: ${left.join(", then ")}` : ""}`;
}

function titleWorth() {
  return `Most cubes on a title at the end: ${TITLES.map((name) => `${title(name)} ${TITLE_POINTS[name]}`).join(", ")}. A cube on all of them: Noble House.`;
}

/** How many titles stand side by side in a seat's panel.
 * @param {number} width */
function titleColumns(width) {
  return width < 400 ? 4 : TITLES.length;
}

/**
 * The arms of a country.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
function arms(name, x, y, size = 1) {
  return s("g", { class: `arms ${name}`, transform: `translate(${x} ${y}) scale(${size})` }, s("path", { class: "shield", d: "M-12-12H12V2Q12 10 0 15-12 10-12 2Z" }), s("path", { class: "charge", d: ARMS[name].arms, transform: "scale(0.95)" }));
}

/**
 * The face of a country card.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
function cardFace(name, width, height) {
  return [box(0, 0, width, height, `face card ${name}`, 6), arms(name, width / 2, height / 2 - 4, width > 44 ? 1.1 : 0.8), text(width / 2, height - 5, ARMS[name].letter, { size: 11, anchor: "middle", bold: true, kind: "on-card" })];
}

/**
 * Period, open cards and decks.
 * @param {View} view
 * @param {number} width
 */
function table(view, width) {
  const isWide = width >= 560;
  const worth = lines(titleWorth(), isWide ? Math.max(width - 540, 150) : width - 24, 11, 6);
  const height = isWide ? Math.max(100, 24 + 15 * worth.length) : 146 + 15 * worth.length;
  const display = COUNTRIES.flatMap((name) => Array.from({ length: view.display?.[name] ?? 0 }, (_, i) => ({ name, first: i === 0 })));
  const top = isWide ? 16 : 62;
  const left = isWide ? 200 : 12;
  const step = 58;
  const cards = display.map(({ name, first }, i) => at(left + i * step, top, first ? spot(`display ${name}`, cardFace(name, 50, 68)) : s("g", {}, cardFace(name, 50, 68))));
  const deckX = left + 3 * step + 8;
  return {
    height,
    content: [
      box(0, 0, width, height, "panel-face", 10),
      PERIODS.map((year, i) => {
        const isNow = i + 1 === view.period;
        return [box(12 + i * 58, 16, 52, 26, isNow ? "now" : "then", 6), text(38 + i * 58, 34, year, { size: 13, anchor: "middle", kind: isNow ? "on-now" : "" })];
      }),
      text(isWide ? 12 : width - 12, isWide ? 64 : 34, view.finalRound ? "final round" : `turn ${(view.turn ?? 0) + 1}`, { size: 13, kind: "soft", anchor: isWide ? "start" : "end" }),
      cards,
      worth.map((line, i) => text(isWide ? deckX + 136 : 12, (isWide ? 26 : 148) + 15 * i, line, { size: 11, kind: "soft" })),
      display.length === 0 && text(left, top + 40, "no open cards", { size: 12, kind: "soft" }),
      at(deckX, top, spot("deck", box(0, 0, 56, 68, "face back", 6), text(28, 32, view.deckSize ?? 0, { size: 18, anchor: "middle", kind: "on-back serif" }), text(28, 50, "deck", { size: 11, anchor: "middle", kind: "on-back" }))),
      at(deckX + 64, top, spot("intrigue deck", box(0, 0, 56, 68, "face back intrigue", 6), text(28, 32, view.intrigueDeckSize ?? 0, { size: 18, anchor: "middle", kind: "on-back serif" }), text(28, 50, "intrigue", { size: 11, anchor: "middle", kind: "on-back" }))),
    ],
  };
}

/**
 * @param {View} view
 * @param {Country} name
 * @param {number} width
 * @param {number} height
 */
function country(view, name, width, height) {
  const standing = Array.from({ length: view.seats ?? 0 }, (_, seat) => ({ seat, sum: influence(view, name, seat) })).filter(({ sum }) => sum > 0);
  standing.sort((one, other) => other.sum - one.sum);
  const step = width < 400 ? 36 : 40;
  return [
    box(0, 0, width, height, "panel-face", 10),
    s("path", { class: `band ${name}`, d: `M0 10Q0 0 10 0H${width - 10}Q${width} 0 ${width} 10V${HEAD - 6}H0Z` }),
    arms(name, 20, 14, 0.75),
    text(38, 19, ARMS[name].name, { size: width < 400 ? 13 : 15, kind: "on-band serif" }),
    standing.map(({ seat, sum }, i) => {
      const x = width + 7 - (standing.length - i) * step;
      return [box(x - 11, 3, step - 3, 22, "plaque", 6), sign(seat, x, 14, 6.5), text(x + 17, 19, sum, { size: 13, bold: true, anchor: "middle" })];
    }),
    citiesOf(view, name).map((city, i) => at(8, HEAD + i * ROW, cityRow(view, city, width - 16))),
    text(10, height - 8, fit(countryWorth(view, name), width - 20, 11), { size: 11, kind: "soft" }),
  ];
}

/**
 * @param {View} view
 * @param {contract.RoyalsCity} city
 * @param {number} width
 */
function cityRow(view, city, width) {
  const label = Math.min(112, width * 0.28);
  const chip = (width - label - 6) / 2;
  const displaced = (city.displaced ?? []).flatMap((count, seat) => Array.from({ length: count }, () => seat));
  return [
    text(2, 21, fit(title(city.city ?? ""), label - 2, 13), { size: 13, bold: true }),
    city.marker && [s("path", { class: "marker", d: "M0-10 9-5V5L0 10-9 5V-5Z", transform: "translate(13 38)" }), text(13, 42, city.points ?? 0, { size: 12, anchor: "middle", bold: true, kind: "on-token" })],
    displaced.map((seat, i) => sign(seat, (city.marker ? 34 : 8) + i * 12, 38, 5)),
    (city.positions ?? []).map((one, i) => at(label + i * (chip + 6), 2, position(view, city, one, chip, ROW - 8))),
  ];
}

/**
 * @param {View} view
 * @param {contract.RoyalsCity} city
 * @param {contract.RoyalsPositionHolder} one
 * @param {number} width
 * @param {number} height
 */
function position(view, city, one, width, height) {
  const rank = titleOf(one.title);
  const isTarget = view.target?.city === city.city && view.target?.title === one.title;
  const dots = Array.from({ length: one.influence ?? 0 }, (_, i) => s("path", { class: "influence", d: "M0-4.5 4.5 0 0 4.5-4.5 0Z", transform: `translate(${46 + i * 10} ${height - 12})` }));
  return spot(
    `position ${city.city} ${rank}`,
    box(0, 0, width, height, `face position${one.holder === undefined ? " vacant" : ""}${isTarget ? " target" : ""}`, 8),
    text(8, 19, fit(title(rank), width - 34, 13), { size: 13, kind: "serif" }),
    s("rect", { class: "cost", x: 8, y: height - 20, width: 11, height: 15, rx: 2 }),
    text(23, height - 8, one.cost ?? 0, { size: 12, bold: true }),
    dots,
    one.holder !== undefined && sign(one.holder, width - 17, height / 2, 11),
  );
}

/** The viewing seat's cards.
 * @param {View} view
 * @param {number} width */
function hand(view, width) {
  const own = (view.players ?? [])[view.seat ?? 0] ?? {};
  const isWide = width >= 640;
  const stack = (/** @type {Shape} */ place, /** @type {number} */ count, /** @type {number} */ wide) => [place, count > 1 && [s("circle", { class: "count", cx: wide - 4, cy: 6, r: 10 }), text(wide - 4, 10, count, { size: 12, anchor: "middle", bold: true, kind: "on-now" })]];
  const countries = COUNTRIES.flatMap((name) => (own.hand?.[name] ? [{ name, count: own.hand[name] }] : []));
  const intrigues = INTRIGUES.flatMap((name) => (own.intrigue?.[name] ? [{ name, count: own.intrigue[name] }] : []));
  const rowHeight = (/** @type {unknown[]} */ cards) => (cards.length ? 102 : 22);
  const secondX = isWide ? 320 : 0;
  const secondY = isWide ? 0 : rowHeight(countries);
  return {
    height: Math.max(rowHeight(countries), secondY + rowHeight(intrigues)),
    content: [
      text(2, 14, countries.length ? `Your country cards (${own.handSize ?? 0})` : "No country cards in your hand", { size: 13, kind: "soft" }),
      countries.map(({ name, count }, i) => at(2 + i * 68, 24, stack(spot(`card ${name}`, cardFace(name, 54, 72)), count, 54))),
      at(
        secondX,
        secondY,
        text(2, 14, intrigues.length ? `Your intrigue cards (${own.intrigueSize ?? 0})` : "No intrigue cards in your hand", { size: 13, kind: "soft" }),
        intrigues.map(({ name, count }, i) => {
          const [first, second] = pairOf(name);
          const face = spot(`intrigue ${name}`, box(0, 0, 54, 72, "face intrigue-card", 6), arms(first, 18, 24, 0.85), arms(second, 36, 50, 0.85));
          return at(2 + i * 68, 24, stack(face, count, 54));
        }),
      ),
    ],
  };
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {number} width
 * @param {number} height
 */
function player(view, seat, width, height) {
  const one = (view.players ?? [])[seat] ?? {};
  const actor = phaseOf(view) === "over" ? undefined : (view.activeSeat ?? 0);
  const columns = titleColumns(width);
  const step = (width - 20) / columns;
  const markers = COUNTRIES.filter((name) => one.countryMarkers?.[name]);
  return seatPanel(
    width,
    height,
    actor === seat,
    seatHead({ seat, you: view.seat ?? 0, actor, points: one.score ?? 0, width }),
    s("rect", { class: "cost", x: 12, y: 34, width: 11, height: 15, rx: 2 }),
    text(28, 46, `${one.handSize ?? 0} + ${one.intrigueSize ?? 0}`, { size: 13 }),
    s("rect", { class: `cube seat${seat}`, x: 80, y: 36, width: 12, height: 12, rx: 2 }),
    text(97, 46, one.cubes ?? 0, { size: 13 }),
    markers.map((name, i) => arms(name, 144 + i * 26, 41, one.countryMarkers?.[name] === "ROYALS_MARKER_HIGHER" ? 0.75 : 0.55)),
    one.nobleHouse !== undefined && text(width - 12, 46, `${["1st", "2nd", "3rd"][one.nobleHouse - 1]} Noble House`, { size: 11, anchor: "end", kind: "soft" }),
    grid([...TITLES], columns, (name, column, row) => {
      const count = one.titleCubes?.[name] ?? 0;
      const middle = (step - 4) / 2;
      return at(
        10 + column * step,
        60 + row * 34,
        box(0, 0, step - 4, 30, count ? "held" : "then", 5),
        text(middle, 12, fit(title(name), step - 6, 9.5), { size: 9.5, anchor: "middle", kind: "soft" }),
        text(middle, 26, count || "–", { size: 12, anchor: "middle", bold: count > 0 }),
      );
    }),
  );
}
