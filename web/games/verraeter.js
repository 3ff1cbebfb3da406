// Verräter: the ring of lands around the conflict, action cards, hands and houses.
import { spot } from "../board.js";
import { s } from "../shapes.js";
import { sign } from "../seats.js";
import { counted, listed, seatName, title, word } from "../words.js";
import { at, box, grid, seatHead, seatPanel, text } from "./kit.js";
import { ACTIONS, LANDS, LAND_ICONS } from "./verraeter_print.js";

/** @import * as contract from "contract" */
/** @import { Shape } from "../shapes.js" */
/** @typedef {contract.VerraeterView} View */
/** @typedef {contract.VerraeterPlayer} Player */

const GAP = 10;
const RING = 12;
/** Column and row of each place of the ring in a square of four by four. */
const PLACES = [
  [0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [0, 3], [0, 2], [0, 1],
];

/** @param {contract.VerraeterRingLand} one */
const landOf = (one) => word(one.land, "VERRAETER_LAND");
/** @param {contract.VerraeterHouse | undefined} one */
const houseOf = (one) => word(one, "VERRAETER_HOUSE");
/** @param {contract.VerraeterAction | undefined} one */
const actionOf = (one) => word(one, "VERRAETER_ACTION");
/** @param {View} view */
const phaseOf = (view) => word(view.phase, "VERRAETER_PHASE");

/** @type {import("../board.js").Game<View, contract.VerraeterMove>} */
export default {
  draw(view, width) {
    const isWide = width >= 720;
    const ringWidth = isWide ? Math.min(width - 300 - GAP, 640) : width;
    const cell = (ringWidth - 3 * 4) / 4;
    const tall = Math.min(cell * 1.05, 128);
    const ringHeight = 4 * tall + 3 * 4;
    const panelWidth = isWide ? width - ringWidth - GAP : width;
    const content = [ring(view, cell, tall), centre(view, cell, tall)];
    const players = seatsInOrder(view);
    const panelHeight = 92;
    const isBelow = players.length * (panelHeight + GAP) <= ringHeight + GAP; // the panels leave the whole width to the cards
    const own = cards(view, isWide && isBelow ? width : ringWidth);
    const below = ringHeight + GAP + own.height;
    const side = { x: isWide ? ringWidth + GAP : 0, y: isWide ? 0 : below + GAP };
    content.push(at(0, ringHeight + GAP, own.content));
    players.forEach((seat, index) => {
      content.push(at(side.x, side.y + index * (panelHeight + GAP), player(view, seat, panelWidth, panelHeight)));
    });
    return { height: Math.max(below, side.y + players.length * (panelHeight + GAP)), content };
  },

  spots(move) {
    const kind = word(move.kind, "VERRAETER_MOVE_KIND");
    if (kind === "settle" || kind === "target") return [`land ${move.position ?? 0}`];
    if (kind === "site") return [`border ${move.position ?? 0}`];
    if (kind === "keep") return [`action ${actionOf(move.action)}`];
    if (kind === "lay" || kind === "discard") return [`supply ${move.value}`];
    return [];
  },

  ask(view) {
    /** @type {Record<string, string>} */
    const asks = {
      settle: "Place your first estate under a land.",
      site: "Choose the border to fight over.",
      draft: "Keep one of these action cards.",
      supply: "Lay a supply card for your house, or stop.",
      build: "You are the Builder: what will you do?",
      build_site: "Choose the land.",
      discard: "Your hand is full: discard before you draw, or stop.",
    };
    return asks[phaseOf(view)] ?? "";
  },

  words(view) {
    const places = view.ring ?? [];
    return [
      `Round ${view.round}. ${phaseOf(view) === "over" ? "The game is over." : `To decide: ${phaseOf(view).replace("_", " ")}.`}`,
      ...places.map((one, place) => {
        const owner = one.building ? `, ${word(one.building, "VERRAETER_BUILDING")} of seat ${one.owner ?? 0}` : "";
        return `Place ${place}: ${title(houseOf(one.house))} ${landOf(one)}, ${LANDS[landOf(one)].points} conflict points${owner}`;
      }),
      ...(view.border === undefined ? [] : [`The conflict is between places ${view.border} and ${(view.border + 1) % RING}.`]),
      ...(view.players ?? []).map((one, seat) => playerWords(view, one, seat)),
      `${counted(view.deckSize ?? 0, "card")} in the deck, discarded: ${(view.discard ?? []).join(", ") || "none"}.`,
    ];
  },
};

/** @param {View} view */
function seatsInOrder(view) {
  const you = view.seat ?? 0;
  const seats = view.seats ?? 0;
  return Array.from({ length: seats }, (_, i) => (you + i) % seats);
}

/**
 * @param {View} view
 * @param {number} cell
 * @param {number} tall
 */
function ring(view, cell, tall) {
  const places = view.ring ?? [];
  const corner = (/** @type {number} */ place) => [PLACES[place][0] * (cell + 4), PLACES[place][1] * (tall + 4)];
  const lands = places.map((one, place) => {
    const [x, y] = corner(place);
    const isFought = view.border !== undefined && (place === view.border || place === (view.border + 1) % RING);
    return at(x, y, land(view, one, place, cell, tall, isFought));
  });
  const borders = places.flatMap((one, place) => {
    const next = (place + 1) % RING;
    if (one.house === places[next].house) return [];
    const [x1, y1] = corner(place);
    const [x2, y2] = corner(next);
    const isFought = place === view.border;
    // Beside the figures of the upper land and above that of the lower one.
    const [aside, lift] = x1 === x2 ? (cell < 110 ? [cell * 0.27, 5] : [cell * 0.2, 0]) : [0, 0];
    return [at((x1 + x2 + cell) / 2 + aside, (y1 + y2 + tall) / 2 - lift, border(place, isFought))];
  });
  return s("g", {}, lands, borders);
}

/**
 * @param {View} view
 * @param {contract.VerraeterRingLand} one
 * @param {number} place
 * @param {number} width
 * @param {number} height
 * @param {boolean} isFought
 */
function land(view, one, place, width, height, isFought) {
  const kind = landOf(one);
  const house = houseOf(one.house);
  const isSmall = width < 110;
  const worth = view.options?.vpTable?.length ? view.options.vpTable.slice(4 * LANDS[kind].row, 4 * LANDS[kind].row + 4) : LANDS[kind].wins;
  const building = one.building && [
    s("path", { class: "roof", d: word(one.building, "VERRAETER_BUILDING") === "office" ? "M-9 10V-5H9V10Z M-5-1H5 M-5 3H5" : "M-10 0 0-9 10 0V10H-10Z" }),
    sign(one.owner ?? 0, 0, 3, 6),
  ];
  return spot(
    `land ${place}`,
    box(0, 0, width, height, `face land ${kind} ${isFought ? "fought" : ""}`, 9),
    s("svg", { x: width * 0.18, y: height * 0.24, width: width * 0.64, height: height * 0.42, viewBox: "0 0 64 32", class: "picture" }, s("path", { d: LAND_ICONS[kind] })),
    at(16, 17, emblem(house, 11)),
    text(width - 7, 21, LANDS[kind].points, { size: isSmall ? 15 : 19, anchor: "end", kind: "serif" }),
    text(9, height - (isSmall ? 19 : 23), LANDS[kind].name, { size: isSmall ? 11 : 13, bold: true }),
    text(9, height - 7, worth.slice(0, view.seats).join(isSmall ? "·" : " · "), { size: isSmall ? 10 : 12 }),
    building && at(width * 0.47, 17, building),
  );
}

/**
 * The sign of a house, told apart by its shape.
 * @param {string} house
 * @param {number} radius
 */
function emblem(house, radius) {
  const scale = radius / 11;
  if (house === "rose") {
    const petals = [0, 72, 144, 216, 288].map((angle) => s("circle", { cx: 0, cy: -5.4, r: 4.6, transform: `rotate(${angle})` }));
    return s("g", { class: "emblem-rose", transform: `scale(${scale})` }, petals, s("circle", { class: "heart", r: 3 }));
  }
  return s("g", { class: "emblem-eagle", transform: `scale(${scale})` }, s("path", { d: "M0-11 2.6-7.5 11-9 8-3 10.5-1.5 6 1.5 7.5 4 3 4.5 4 10 0 7.5-4 10-3 4.5-7.5 4-6 1.5-10.5-1.5-8-3-11-9-2.6-7.5Z" }));
}

/**
 * @param {number} place
 * @param {boolean} isFought
 */
function border(place, isFought) {
  return spot(
    `border ${place}`,
    s("circle", { class: isFought ? "face border fought" : "face border", r: isFought ? 16 : 12 }),
    s("path", { class: "swords", d: "M-6-6 6 6M6-6-6 6M-8 3-3 8M8 3 3 8" }),
  );
}

/** Conflict points of a house as the table shows them.
 * @param {View} view
 * @param {string} house
 * @param {number} place */
function strength(view, house, place) {
  const ground = LANDS[landOf((view.ring ?? [])[place])].points;
  const isRevealed = phaseOf(view) === "build" || phaseOf(view) === "build_site" || phaseOf(view) === "discard";
  const sides = (view.players ?? []).filter((one) => houseOf(one.house) === house);
  const laid = sides.flatMap((one) => one.laid ?? []).reduce((sum, value) => sum + value, 0);
  const cards = isRevealed ? sides.reduce((sum, one) => sum + (ACTIONS[actionOf(one.action)]?.points ?? 0), 0) : 0;
  return { ground, laid, cards, total: ground + laid + cards };
}

/**
 * What is going on, in the middle of the ring.
 * @param {View} view
 * @param {number} cell
 * @param {number} tall
 */
function centre(view, cell, tall) {
  const width = 2 * cell + 4 - 16;
  const height = 2 * tall + 4 - 16;
  const places = view.ring ?? [];
  const middle = width / 2;
  const parts = [
    box(0, 0, width, height, "centre", 14),
    text(middle, 26, phaseOf(view) === "over" ? "The end" : `Round ${view.round}`, { size: 19, anchor: "middle", kind: "serif" }),
    text(middle, height - 12, `deck ${view.deckSize ?? 0} · discards ${(view.discard ?? []).length}`, { size: 12, anchor: "middle", kind: "soft" }),
  ];
  const isOpen = view.border !== undefined && places[view.border].house !== places[(view.border + 1) % RING].house;
  if (view.border !== undefined && isOpen) {
    const pair = [view.border, (view.border + 1) % RING];
    pair.forEach((place, i) => {
      const house = houseOf(places[place].house);
      const { ground, laid, cards, total } = strength(view, house, place);
      const x = middle + (i ? 1 : -1) * width * 0.27;
      parts.push(
        at(x, height * 0.36, emblem(house, width < 190 ? 13 : 17)),
        text(x, height * 0.66, total, { size: width < 190 ? 24 : 34, anchor: "middle", kind: "serif" }),
        text(x, height * 0.66 + 17, [ground, laid, ...(cards ? [cards] : [])].join(" + "), { size: 12, anchor: "middle", kind: "soft" }),
      );
    });
    parts.push(s("path", { class: "swords", transform: `translate(${middle} ${height * 0.56}) scale(1.4)`, d: "M-6-6 6 6M6-6-6 6M-8 3-3 8M8 3 3 8" }));
  } else {
    const winner = view.border === undefined ? "" : houseOf(places[view.border].house);
    if (winner) parts.push(at(middle, height * 0.42, emblem(winner, 24)));
    parts.push(text(middle, height * 0.7, winner ? `${title(winner)} has won` : "no conflict yet", { size: 14, anchor: "middle" }));
  }
  return at(cell + 4 + 8, tall + 4 + 8, parts);
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {number} width
 * @param {number} height
 */
function player(view, seat, width, height) {
  const one = (view.players ?? [])[seat] ?? {};
  const actor = phaseOf(view) === "over" ? undefined : (view.actor ?? 0);
  const roles = [seat === (view.startPlayer ?? 0) && "Start", seat === (view.strategist ?? 0) && "Strategy"].filter(Boolean);
  const hand = Array.from({ length: one.handSize ?? 0 }, (_, i) => box(12 + i * 9, 58, 16, 22, "back", 3));
  const laid = (one.laid ?? []).map((value, i) => at(86 + i * 24, 56, supply(value, 21, 27, 13)));
  const action = actionOf(one.action);
  const actionX = width - 94;
  return seatPanel(
    width,
    height,
    actor === seat,
    seatHead({ seat, you: view.seat ?? 0, actor, points: one.points ?? 0, width }),
    at(20, 42, emblem(houseOf(one.house), 9)),
    text(36, 46, [title(houseOf(one.house)), ...roles].join(" · "), { size: 12 }),
    text(width - 12, 46, `${one.reserve ?? 0} in reserve`, { size: 11, anchor: "end", kind: "soft" }),
    hand,
    laid,
    one.hasAction && [
      box(actionX, 56, 82, 27, action ? "action-face" : "back", 5),
      action && text(actionX + 41, 74, ACTIONS[action].name, { size: 10, anchor: "middle", bold: true }),
    ],
  );
}

/**
 * A supply card.
 * @param {number} value
 * @param {number} width
 * @param {number} height
 * @param {number} size
 */
function supply(value, width, height, size) {
  return [box(0, 0, width, height, "face supply", 4), text(width / 2, height / 2 + size * 0.36, value, { size, anchor: "middle", kind: "serif" })];
}

/** The viewing seat's own cards: the pack it chooses from, and its hand.
 * @param {View} view
 * @param {number} width */
function cards(view, width) {
  const own = (view.players ?? [])[view.seat ?? 0] ?? {};
  const hand = own.hand ?? [];
  const isDrafting = phaseOf(view) === "draft" && (view.actor ?? 0) === (view.seat ?? 0);
  const pack = isDrafting ? (view.pack ?? []) : [];
  /** @type {Shape[]} */
  const content = [];
  let y = 0;
  if (pack.length > 0) {
    const columns = Math.min(pack.length, Math.floor((width + GAP) / 120));
    const wide = (width - (columns - 1) * GAP) / columns;
    content.push(
      ...grid(pack, columns, (one, column, row) => {
        const { name, lines } = ACTIONS[actionOf(one)];
        return at(
          column * (wide + GAP),
          row * 92,
          spot(
            `action ${actionOf(one)}`,
            box(0, 0, wide, 84, "face action-face", 9),
            text(wide / 2, 30, name, { size: 15, anchor: "middle", kind: "serif" }), // below the mark of a hint
            lines.map((line, i) => text(wide / 2, 50 + 16 * i, line, { size: 12, anchor: "middle" })),
          ),
        );
      }),
    );
    y += Math.ceil(pack.length / columns) * 92 + 4;
  }
  content.push(text(2, y + 14, hand.length ? "Your hand" : "Your hand is empty", { size: 13, kind: "soft" }));
  /** @type {Set<number>} */
  const seen = new Set();
  hand.forEach((value, i) => {
    // Equal cards are one place: the first of them can be clicked.
    const drawn = supply(value, 52, 70, 26);
    content.push(at(i * 60, y + 22, seen.has(value) ? s("g", {}, drawn) : spot(`supply ${value}`, drawn)));
    seen.add(value);
  });
  return { height: y + (hand.length ? 98 : 24), content };
}

/**
 * @param {View} view
 * @param {Player} one
 * @param {number} seat
 */
function playerWords(view, one, seat) {
  const parts = [`${title(houseOf(one.house))}`, counted(one.points ?? 0, "point"), `${counted(one.handSize ?? 0, "card")} in hand`];
  if (one.hand?.length) parts.push(`values ${listed(one.hand.map(String))}`);
  if (one.laid?.length) parts.push(`laid ${listed(one.laid.map(String))}`);
  if (one.action) parts.push(`action card ${ACTIONS[actionOf(one.action)].name}`);
  return `${seatName(seat, view.seat ?? 0)}: ${parts.join(", ")}.`;
}
