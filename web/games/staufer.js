// The Staufer Dynasty: the ring of regions with offices and chests, the supply table, tracks, privileges and courts.
import { spot } from "../board.js";
import { s } from "../shapes.js";
import { sign } from "../seats.js";
import { counted, listed, seatName, title, word } from "../words.js";
import { at, box, fit, grid, lines, seatHead, seatPanel, text } from "./kit.js";
import { CHESTS, JOBS, PRIVILEGES, REGIONS, SECONDS } from "./staufer_print.js";

/** @import * as contract from "contract" */
/** @import { Shape } from "../shapes.js" */
/** @typedef {contract.StauferView} View */

const GAP = 10;
const CHEST = 17;
const ARROWS = { right: "M-4-5 3 0-4 5", down: "M-5-4 0 3 5-4", left: "M4-5-3 0 4 5", up: "M-5 4 0-3 5 4" };

/** @param {View} view */
const phaseOf = (view) => word(view.phase, "STAUFER_PHASE");
/** @param {contract.StauferRegion | undefined} one */
const regionOf = (one) => word(one, "STAUFER_REGION");
/** @param {contract.StauferChest | undefined} one */
const chestOf = (one) => word(one, "STAUFER_CHEST");
/** @param {contract.StauferFigureKind | undefined} one */
const isNoble = (one) => one === "STAUFER_FIGURE_KIND_NOBLE";

/** @type {import("../board.js").Game<View, contract.StauferMove>} */
export default {
  draw(view, width) {
    const columns = width >= 780 ? 3 : width >= 540 ? 2 : 1;
    /** @type {Shape[]} */
    const content = [];
    let y = 0;
    const add = (/** @type {{height: number, content: import("../shapes.js").Part}} */ part) => {
      content.push(at(0, y, part.content));
      y += part.height + GAP;
    };
    add(agenda(view, width));
    if (view.progress?.revealed?.length) add(revealed(view, width));
    add(regions(view, width, columns));
    add(supply(view, width));
    add(privileges(view, width));
    add(players(view, width));
    add(legend(width));
    return { height: y - GAP, content };
  },

  spots(move) {
    if (move.supplySpace !== undefined) return [`supply ${move.supplySpace}`];
    if (move.chestsOf !== undefined) return [`supply ${move.chestsOf}`];
    if (move.privilege !== undefined) return [`privilege ${move.privilege}`];
    if (move.office) return [`office ${regionOf(move.office.region)} ${move.office.number}`];
    if (move.keep) return [`office ${regionOf(move.keep.region)} ${move.keep.number}`];
    if (move.source) return [`region ${regionOf(move.source)}`];
    if (move.chest) return [`chest ${chestOf(move.chest)}`];
    return [];
  },

  ask(view) {
    const due = view.progress?.payment?.[0];
    /** @type {Record<string, string>} */
    const asks = {
      action: "Supply or place?",
      supply_space: "Choose a supply space.",
      supply_chests: "The chests of which space?",
      privilege: "Exchange two violet chests for a privilege?",
      office: "Which office do you occupy?",
      saving: "Use chests to save figures?",
      figure: "An envoy or a noble on the office?",
      payment: due ? `Pay ${counted(due.figures ?? 0, "figure")} into ${REGIONS[regionOf(due.region)].name}.` : "Pay.",
      second_envoy: "Add a second envoy?",
      source: "From which payment area do you take the figure?",
      revealed_chest: "Take one of the revealed chests.",
      kept_figure: "Keep a figure on its office?",
    };
    return asks[phaseOf(view)] ?? "";
  },

  words(view) {
    const [now, ...later] = (view.rows ?? []).map(rowWords);
    return [
      `Round ${view.round} of 5. The king is in ${REGIONS[regionOf(view.king)].name}.`,
      `Scored this round: ${now ?? "nothing"}. Later: ${later.join("; ") || "nothing"}.`,
      `Turn order: seats ${(view.turnOrder ?? []).join(", ") || "none"}.`,
      ...(view.regions ?? []).map(regionWords),
      ...(view.supply ?? []).map((space, i) => `Supply space ${i + 1}: ${figureWords(space.envoys ?? 0, space.nobles ?? 0)}; chests: ${chestWords(space.chests)}.`),
      `Privileges: ${(view.privileges ?? []).map((one) => `${one.privilege} ${PRIVILEGES[one.privilege ?? 0]} (${one.cards ?? 0} left)`).join("; ")}.`,
      ...(view.players ?? []).map((one, seat) => playerWords(view, one, seat)),
    ];
  },
};

/**
 * @param {number} envoys
 * @param {number} nobles
 */
function figureWords(envoys, nobles) {
  return listed([...(envoys ? [counted(envoys, "envoy")] : []), ...(nobles ? [counted(nobles, "noble")] : [])]) || "no figures";
}

/** @param {contract.StauferChest[] | undefined} chests */
function chestWords(chests = []) {
  return chests.map((chest) => CHESTS[chestOf(chest)].name).join(", ") || "none";
}

/** @param {contract.StauferRow} row */
function rowWords(row) {
  return `${REGIONS[regionOf(row.region)].name} and ${SECONDS[word(row.second, "STAUFER_SECOND_REGION")]}${row.steps ? `, king ${row.steps} on` : ""}`;
}

/** @param {contract.StauferRegionBoard} board */
function regionWords(board) {
  const offices = (board.offices ?? []).map((office, i) => {
    const figures = (office.figures ?? []).map((one) => `${isNoble(one.kind) ? "noble" : "envoy"} of seat ${one.seat ?? 0}`);
    return `${i + 1} costs ${office.cost}${office.nobleOnly ? " (nobles only)" : ""}, ${listed(figures) || "free"}, chests ${chestWords(office.chests)}`;
  });
  return `${REGIONS[regionOf(board.region)].name}, ${(board.points ?? []).filter(Boolean).join("/")} points: ${offices.join("; ")}.`;
}

/**
 * @param {View} view
 * @param {contract.StauferPlayer} one
 * @param {number} seat
 */
function playerWords(view, one, seat) {
  const parts = [counted(one.points ?? 0, "point"), `court: ${figureWords(one.court?.envoys ?? 0, one.court?.nobles ?? 0)}`, `chests: ${chestWords(one.chests)}`, `privileges: ${(one.privileges ?? []).join(", ") || "none"}`];
  if (one.jobs) parts.push(`jobs: ${jobs(one.jobs).join(", ")}`);
  return `${seatName(seat, view.seat ?? 0)}: ${parts.join("; ")}.`;
}

/** @param {contract.StauferJobs} one */
function jobs(one) {
  return [REGIONS[regionOf(one.region)].name, JOBS[word(one.pattern, "STAUFER_PATTERN")], JOBS[word(one.offices, "STAUFER_OFFICE_JOB")]];
}

/**
 * A chest.
 * @param {contract.StauferChest} one
 * @param {number} x
 * @param {number} y
 */
function chest(one, x, y) {
  const { colour, code, name } = CHESTS[chestOf(one)];
  return s("g", { transform: `translate(${x} ${y})`, class: `chest ${colour}` }, s("rect", { width: 28, height: 14, rx: 3 }), s("path", { d: "M0 5H28" }), text(14, 12, code, { size: 10, anchor: "middle", bold: true, kind: "on-chest" }), s("title", {}, name));
}

/**
 * A figure: an envoy is the seat's sign, a noble wears a crown.
 * @param {number} seat
 * @param {boolean} noble
 * @param {number} x
 * @param {number} y
 * @param {number} [radius]
 */
function figure(seat, noble, x, y, radius = 8) {
  return [sign(seat, x, y, radius), noble && s("path", { class: "crown", transform: `translate(${x} ${y - radius - 3})`, d: "M-7 3V-4L-3.5-1 0-5 3.5-1 7-4V3Z" })];
}

/**
 * What figures there are, as signs with numbers.
 * @param {number} seat
 * @param {contract.StauferFigures | undefined} figures
 * @param {number} x
 * @param {number} y
 */
function figureCounts(seat, figures, x, y) {
  return [
    figure(seat, false, x, y, 6),
    text(x + 10, y + 5, figures?.envoys ?? 0, { size: 13 }),
    figure(seat, true, x + 38, y + 2, 6),
    text(x + 48, y + 5, figures?.nobles ?? 0, { size: 13 }),
  ];
}

/**
 * Round tiles and turn order.
 * @param {View} view
 * @param {number} width
 */
function agenda(view, width) {
  const rows = view.rows ?? [];
  const isOver = phaseOf(view) === "over";
  const [now] = rows;
  const order = view.turnOrder ?? [];
  const later = rows.slice(1).map((row) => REGIONS[regionOf(row.region)].name);
  const isWide = width >= 620;
  const scored = isOver || !now ? "All rounds are scored" : `Scored: ${REGIONS[regionOf(now.region)].name}, then ${SECONDS[word(now.second, "STAUFER_SECOND_REGION")]}${now.steps ? `; king +${now.steps}` : ""}`;
  const step = Math.min(20, (width - 110) / Math.max(order.length, 1));
  return {
    height: 88,
    content: [
      box(0, 0, width, 88, "panel-face", 10),
      [1, 2, 3, 4, 5].map((round) => {
        const isNow = round === view.round && !isOver;
        return [s("circle", { class: isNow ? "now" : "then", cx: 8 + round * 28 - 8, cy: 24, r: 12 }), text(8 + round * 28 - 8, 29, round, { size: 13, anchor: "middle", kind: isNow ? "on-now" : "" })];
      }),
      isWide && text(width - 12, 29, fit(scored, width - 190, 14), { size: 14, anchor: "end", kind: "serif" }),
      isWide && text(width - 12, 50, fit(later.length ? `later ${later.join(", ")}` : "", width * 0.5, 12), { size: 12, anchor: "end", kind: "soft" }),
      !isWide && lines(scored, width - 172, 12, 3).map((line, i) => text(width - 12, 21 + 15 * i, line, { size: 12, anchor: "end", bold: true })),
      text(12, 70, "Turns", { size: 12, kind: "soft" }),
      order.map((seat, i) => sign(seat, 64 + i * step, 66, Math.min(8, step / 2.2))),
      order.length === 0 && text(60, 70, "none left", { size: 12, kind: "soft" }),
    ],
  };
}

/** Chests to choose from.
 * @param {View} view
 * @param {number} width */
function revealed(view, width) {
  const seen = new Set();
  const chests = view.progress?.revealed ?? [];
  const isWide = width >= 110 + 66 * chests.length;
  const step = isWide ? 66 : Math.min(66, (width - 76) / Math.max(chests.length - 1, 1));
  const places = chests.map((one, i) => {
    const key = `chest ${chestOf(one)}`;
    const drawn = [box(0, 0, 56, 40, "face then", 7), s("g", { transform: "translate(4 6) scale(1.7)" }, chest(one, 0, 1))];
    const place = at((isWide ? 110 : 12) + i * step, isWide ? 10 : 28, seen.has(key) ? s("g", {}, drawn) : spot(key, drawn));
    seen.add(key);
    return place;
  });
  const height = isWide ? 60 : 76;
  return { height, content: [box(0, 0, width, height, "panel-face", 10), text(12, isWide ? 35 : 19, "Revealed", { size: 13, bold: true }), places] };
}

/**
 * The regions clockwise.
 * @param {View} view
 * @param {number} width
 * @param {number} columns
 */
function regions(view, width, columns) {
  const boards = view.regions ?? [];
  const places = { 3: [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]], 2: [[0, 0], [1, 0], [1, 1], [1, 2], [0, 2], [0, 1]], 1: [0, 1, 2, 3, 4, 5].map((row) => [0, row]) }[columns] ?? [];
  const wide = (width - (columns - 1) * GAP) / columns;
  const chests = Math.max(1, ...boards.flatMap((board) => (board.offices ?? []).map((office) => (office.chests ?? []).length)));
  const tall = 115 + Math.ceil(chests) * CHEST;
  const rows = 6 / columns;
  return {
    height: rows * (tall + GAP) - GAP,
    content: boards.map((board, i) => {
      const [column, row] = places[i];
      const [nextColumn, nextRow] = places[(i + 1) % 6];
      const way = nextColumn > column ? "right" : nextColumn < column ? "left" : nextRow > row ? "down" : "up";
      return at(column * (wide + GAP), row * (tall + GAP), region(view, board, wide, tall, columns === 1 ? "down" : way));
    }),
  };
}

/**
 * @param {View} view
 * @param {contract.StauferRegionBoard} board
 * @param {number} width
 * @param {number} height
 * @param {keyof typeof ARROWS} way to the next region clockwise
 */
function region(view, board, width, height, way) {
  const key = regionOf(board.region);
  const isKings = board.region === view.king;
  const isScored = view.rows?.[0]?.region === board.region && phaseOf(view) !== "over";
  const isCurrent = view.progress?.current === board.region;
  const offices = board.offices ?? [];
  const wide = (width - 16) / Math.max(offices.length, 4);
  const paid = (board.payments ?? []).flatMap((one, seat) => [...Array.from({ length: one.envoys ?? 0 }, () => ({ seat, noble: false })), ...Array.from({ length: one.nobles ?? 0 }, () => ({ seat, noble: true }))]);
  const step = Math.min(15, (width - 40) / Math.max(paid.length, 1));
  return spot(
    `region ${key}`,
    box(0, 0, width, height, `face panel-face${isCurrent ? " active" : ""}`, 10),
    s("path", { class: isScored ? "banner scored" : "banner", d: `M0 10Q0 0 10 0H${width - 10}Q${width} 0 ${width} 10V24H0Z` }),
    isKings && s("path", { class: "crown king", transform: "translate(17 15) scale(1.3)", d: "M-7 3V-4L-3.5-1 0-5 3.5-1 7-4V3Z" }),
    text(isKings ? 32 : 10, 17, REGIONS[key].name, { size: 14, kind: isScored ? "on-now serif" : "serif" }),
    text(width - 26, 17, (board.points ?? []).filter(Boolean).join("/"), { size: 13, anchor: "end", bold: true, kind: isScored ? "on-now" : "" }),
    s("path", { class: "arrow", transform: `translate(${width - 13} 12)`, d: ARROWS[way] }),
    text(10, height - 8, fit(REGIONS[key].bonus, width - 20, 11), { size: 11, kind: "soft" }),
    paid.map(({ seat, noble }, i) => figure(seat, noble, 16 + i * step, 38, 5.5)),
    offices.map((office, i) => at(8 + i * wide, 50, officePlace(key, i + 1, office, wide - 4, height - 72))),
  );
}

/**
 * @param {string} region
 * @param {number} number
 * @param {contract.StauferOffice} office
 * @param {number} width
 * @param {number} height
 */
function officePlace(region, number, office, width, height) {
  const figures = office.figures ?? [];
  return spot(
    `office ${region} ${number}`,
    box(0, 0, width, height, office.nobleOnly ? "face office nobles" : "face office", 6),
    text(5, 15, office.cost ?? 0, { size: 14, kind: "serif" }),
    office.nobleOnly && s("path", { class: "crown", transform: `translate(${width - 10} 10) scale(0.7)`, d: "M-7 3V-4L-3.5-1 0-5 3.5-1 7-4V3Z" }),
    figures.map((one, i) => figure(one.seat ?? 0, isNoble(one.kind), width * 0.58 + (figures.length > 1 ? (i ? 8 : -8) : 0), 31, figures.length > 1 ? 7 : 9)),
    (office.chests ?? []).map((one, i) => chest(one, width / 2 - 14, 42 + i * CHEST)),
  );
}

/**
 * The supply table and the two tracks.
 * @param {View} view
 * @param {number} width
 */
function supply(view, width) {
  const spaces = view.supply ?? [];
  const wide = (width - 10) / Math.max(spaces.length, 1);
  const rows = Math.max(1, ...spaces.map((space) => Math.ceil((space.chests ?? []).length / (wide > 74 ? 2 : 1))));
  const tall = 30 + rows * CHEST + 6;
  const tracks = /** @type {const} */ ([["Supply track", view.supplyTrack ?? []], ["Placement track", view.placementTrack ?? []]]);
  const isWide = width >= 480; // else the tracks stand one below the other
  const height = tall + (isWide ? 66 : 86);
  const track = (/** @type {string} */ name, /** @type {number[]} */ members, /** @type {number} */ i) =>
    at(
      isWide ? 12 + (i * width) / 2 : 12,
      tall + 50 + (isWide ? 0 : 20 * i),
      text(0, 0, name, { size: 12, kind: "soft" }),
      members.map((seat, j) => sign(seat, 112 + j * 15, -4, 6)),
    );
  return {
    height,
    content: [
      box(0, 0, width, height, "panel-face", 10),
      text(12, 19, "Supply", { size: 14, kind: "serif" }),
      spaces.map((space, i) => at(8 + i * wide, 28, supplySpace(view, space, i, wide - 6, tall))),
      tracks.map(([name, members], i) => track(name, members, i)),
    ],
  };
}

/**
 * @param {View} view
 * @param {contract.StauferSupplySpace} space
 * @param {number} number
 * @param {number} width
 * @param {number} height
 */
function supplySpace(view, space, number, width, height) {
  const figures = [...Array.from({ length: space.envoys ?? 0 }, () => false), ...Array.from({ length: space.nobles ?? 0 }, () => true)];
  const isTwo = width > 68;
  return spot(
    `supply ${number}`,
    box(0, 0, width, height, view.progress?.supplySpace === number ? "face office chosen" : "face office", 7),
    figures.map((noble, i) => [s("circle", { class: "figure", cx: width / 2 + (i - (figures.length - 1) / 2) * 20, cy: 17, r: 7 }), noble && s("path", { class: "crown", transform: `translate(${width / 2 + (i - (figures.length - 1) / 2) * 20} 7)`, d: "M-7 3V-4L-3.5-1 0-5 3.5-1 7-4V3Z" })]),
    figures.length === 0 && text(width / 2, 20, "–", { anchor: "middle", kind: "soft" }),
    (space.chests ?? []).map((one, i) => chest(one, isTwo ? width / 2 - 30 + (i % 2) * 31 : width / 2 - 14, 30 + Math.floor(isTwo ? i / 2 : i) * CHEST)),
  );
}

/**
 * @param {View} view
 * @param {number} width
 */
function privileges(view, width) {
  const stacks = view.privileges ?? [];
  const columns = width >= 620 ? 6 : 3;
  const wide = (width - (columns - 1) * 6) / columns;
  return {
    height: Math.ceil(stacks.length / columns) * 64 - 6,
    content: grid(stacks, columns, (one, column, row) => {
      const number = one.privilege ?? 0;
      const left = one.cards ?? 0;
      return at(
        column * (wide + 6),
        row * 64,
        spot(
          `privilege ${number}`,
          box(0, 0, wide, 58, left ? "face privilege" : "face privilege gone", 8),
          text(8, 20, number, { size: 15, kind: "serif" }),
          text(wide - 8, 19, one.points ? `${one.points} VP · ×${left}` : `×${left}`, { size: 12, anchor: "end", kind: "soft" }),
          lines(PRIVILEGES[number], wide - 14, 11.5, 2).map((line, i) => text(8, 36 + 14 * i, line, { size: 11.5 })),
        ),
      );
    }),
  };
}

/** What is in chests of each kind.
 * @param {number} width */
function legend(width) {
  const kinds = Object.values(CHESTS).filter(({ colour }) => colour === "turquoise").map(({ code, name }) => `${code} ${name}`);
  const words = `Chests: two V for a privilege, B for a series at the end; +2 to +5 points; 1E to 3E envoys, 1N a noble; ${kinds.join(", ")}.`;
  const told = lines(words, width - 8, 11, 4);
  return { height: 15 * told.length, content: told.map((line, i) => text(4, 12 + 15 * i, line, { size: 11, kind: "soft" })) };
}

/**
 * @param {View} view
 * @param {number} width
 */
function players(view, width) {
  const count = view.seats ?? 0;
  const seats = Array.from({ length: count }, (_, i) => ((view.seat ?? 0) + i) % count);
  const columns = width >= 620 ? 2 : 1;
  const wide = (width - (columns - 1) * GAP) / columns;
  const tall = 116;
  return {
    height: Math.ceil(count / columns) * (tall + GAP) - GAP,
    content: grid(seats, columns, (seat, column, row) => at(column * (wide + GAP), row * (tall + GAP), player(view, seat, wide, tall))),
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
  const actor = phaseOf(view) === "over" ? undefined : (view.actor ?? 0);
  /** @type {Map<string, {one: contract.StauferChest, count: number}>} */
  const owned = new Map();
  for (const kind of one.chests ?? []) owned.set(kind, { one: kind, count: (owned.get(kind)?.count ?? 0) + 1 });
  const step = Math.min(52, (width - 12) / Math.max(owned.size, 1));
  const task = one.jobs ? `Jobs: ${jobs(one.jobs).join(" · ")}` : "";
  return seatPanel(
    width,
    height,
    actor === seat,
    seatHead({ seat, you: view.seat ?? 0, actor, points: one.points ?? 0, width }),
    text(12, 46, "court", { size: 11, kind: "soft" }),
    figureCounts(seat, one.court, 54, 42),
    text(136, 46, "province", { size: 11, kind: "soft" }),
    figureCounts(seat, one.province, 196, 42),
    (one.privileges ?? []).map((number, i) => at(width - 30 - i * 28, 32, box(0, 0, 24, 20, "privilege", 5), text(12, 15, number, { size: 12, anchor: "middle", bold: true }), s("title", {}, PRIVILEGES[number]))),
    [...owned.values()].map(({ one: kind, count }, i) => [chest(kind, 12 + i * step, 62), count > 1 && text(41 + i * step, 74, `×${count}`, { size: 11 })]),
    owned.size === 0 && text(12, 74, "no chests", { size: 11, kind: "soft" }),
    lines(task, width - (one.final ? 90 : 20), 11, 2).map((line, i) => text(12, 95 + 14 * i, line, { size: 11 })),
    one.final && text(width - 12, 97, `final +${(one.final.region ?? 0) + (one.final.pattern ?? 0) + (one.final.offices ?? 0) + (one.final.brown ?? 0) + (one.final.chests ?? 0)}`, { size: 12, anchor: "end", bold: true }),
    s("title", {}, title(task)),
  );
}
