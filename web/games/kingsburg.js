// Kingsburg: the King's advisors with dice, the calendar, the invaders, and the provinces as building grids.
import { spot } from "../board.js";
import { s } from "../shapes.js";
import { sign } from "../seats.js";
import { counted, listed, seatName, title, word } from "../words.js";
import { at, box, die, fit, grid, lines, seatHead, text } from "./kit.js";
import { ADVISORS, BUILDINGS as PRINTED, INVADERS, STRIPS, WHIMS } from "./kingsburg_print.js";

/** @import * as contract from "contract" */
/** @import { Shape } from "../shapes.js" */
/** @import { Bundle, Help, Option } from "./kingsburg_print.js" */
/** @typedef {contract.KingsburgView} View */
/** @typedef {contract.KingsburgSeat} Seat */

const GAP = 8;
const YEARS = ["I", "II", "III", "IV", "V"];
const SEASONS = ["spring", "summer", "autumn", "winter"];
const GOODS = /** @type {const} */ (["gold", "wood", "stone"]);
const OWNED = ["gold", "wood", "stone", "token", "soldier"];

const BUILDINGS = { ...PRINTED, ...STRIPS };

/** @param {View} view */
const phaseOf = (view) => word(view.phase, "KINGSBURG_PHASE");
/** @param {contract.KingsburgBuilding | undefined} one */
const buildingOf = (one) => word(one, "KINGSBURG_BUILDING");
/** @param {contract.KingsburgKind | undefined} one */
const kindOf = (one) => word(one, "KINGSBURG_KIND");

/** @type {import("../board.js").Game<View, contract.KingsburgMove>} */
export default {
  draw(view, width) {
    const top = calendar(view, width);
    const court = advisors(view, width);
    const isWide = width >= 700;
    const ownWidth = isWide ? Math.round(width * 0.58) : width;
    const own = ownProvince(view, ownWidth);
    const others = (view.players ?? []).map((_, seat) => seat).filter((seat) => seat !== (view.seat ?? 0));
    const courtY = top.height + GAP;
    const ownY = courtY + court.height + GAP;
    const otherX = isWide ? ownWidth + GAP : 0;
    const otherY = isWide ? ownY : ownY + own.height + GAP;
    const rows = rowsOf(view).length;
    const isNamed = others.length < 4; // there is room for the names of their buildings
    const otherHeight = isNamed ? 60 + rows * 16 + 20 : 66 + rows * 10 + 8;
    const panels = others.map((seat, i) => at(otherX, otherY + i * (otherHeight + GAP), otherSeat(view, seat, width - otherX, otherHeight, isNamed)));
    return {
      height: Math.max(ownY + own.height, otherY + others.length * (otherHeight + GAP)),
      content: [at(0, 0, top.content), at(0, courtY, court.content), at(0, ownY, own.content), ...panels],
    };
  },

  spots(move) {
    const action = word(move.action, "KINGSBURG_ACTION");
    if (action === "aim" && !move.private) return [`advisor ${move.advisor}`];
    if ((action === "build" || action === "use") && move.building) return [`building ${buildingOf(move.building)}`];
    if (action === "reroll") return [`die ${word(move.colour, "KINGSBURG_DIE_COLOUR")} ${move.value}`];
    if (action === "choose" || action === "give") return [`seat ${move.seat ?? 0}`];
    if (["take", "name", "pay", "lose"].includes(action) && move.kind) return [`kind ${kindOf(move.kind)}`];
    return [];
  },

  ask(view) {
    const name = view.advisor ? ADVISORS[view.advisor]?.name : "";
    const effect = view.effect ? BUILDINGS[buildingOf(view.effect)].name : "";
    /** @type {Record<string, string>} */
    const asks = {
      aid: "The King helps you: take a good.",
      modify: "Change your roll, or keep it.",
      die: `${effect}: which die do you roll again?`,
      place: "Influence an advisor, or pass.",
      pay: `Which dice go to the ${name}?`,
      option: `The ${name} offers you a choice.`,
      gain: `The ${name} gives you a good of your choice.`,
      name: "Name the good your neighbour gets.",
      stock: "Which good do you take?",
      partner: "Who shares the help with you?",
      share: "What do you take?",
      gift: "Which good goes to whom?",
      build: "Build something, or pass.",
      second: "Build a second time with the Envoy?",
      effect: "Use a building at the end of the season?",
      price: `What pays for the ${effect}?`,
      recruit: "Recruit soldiers for the winter?",
      hire: "Pay the rest of the soldier's price.",
      troops: "Commit a troop token.",
      academy: "Use the die of the Military Academy?",
      reward: "You have won: take a good.",
      loss: "You have lost: give up a good.",
    };
    return asks[phaseOf(view)] ?? `${title(phaseOf(view))}: your choice.`;
  },

  words(view) {
    const groups = (view.groups ?? []).map(({ advisor = 0, seat }) => `${ADVISORS[advisor]?.name} (${advisor}): ${seat === undefined ? "neutral dice" : `seat ${seat}`}`);
    return [
      `Year ${YEARS[(view.year ?? 1) - 1]}, ${word(view.season, "KINGSBURG_SEASON")}. Turn order: ${(view.order ?? []).join(", ")}.`,
      `Invaders: ${invaderWords(view)}.`,
      ...(view.fate?.card ? [`Fate card: ${title(view.fate.card)}.`] : []),
      `Dice on advisors: ${groups.join("; ") || "none"}.`,
      ...(view.players ?? []).map((one, seat) => seatWords(view, one, seat)),
    ];
  },
};

/** @param {View} view */
function rowsOf(view) {
  const all = [...new Set(Object.values(BUILDINGS).map((one) => one.row))].sort();
  return view.options?.module1 ? all : all.filter((row) => row !== "A" && row !== "G");
}

/**
 * The buildings of a seat's province, row by row.
 * @param {View} view
 * @param {number} seat
 */
function provinceOf(view, seat) {
  const replaced = new Set(((view.players ?? [])[seat]?.rows?.replaced ?? []).map((row) => word(row, "KINGSBURG_ROW").toUpperCase()));
  return rowsOf(view).map((row) => Object.entries(replaced.has(row) ? STRIPS : PRINTED).filter(([, one]) => one.row === row));
}

/** @param {View} view */
function actorOf(view) {
  return phaseOf(view) === "ended" ? undefined : (view.actor ?? 0);
}

/**
 * A good, token, soldier or point.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
function token(kind, x, y, size = 16) {
  const scale = size / 16;
  /** @type {Record<string, () => import("../shapes.js").Part>} */
  const shapes = {
    gold: () => [s("circle", { class: "gold", r: 7.5 }), s("circle", { class: "rim", r: 4.5 })],
    wood: () => [s("rect", { class: "wood", x: -8, y: -5, width: 16, height: 10, rx: 5 }), s("circle", { class: "rim", cx: -3.5, r: 2.6 })],
    stone: () => s("path", { class: "stone", d: "M-7 5-5-5 2-7 7-1 6 6Z" }),
    token: () => [s("rect", { class: "plus", x: -9, y: -7, width: 18, height: 14, rx: 4 }), text(0, 4, "+2", { size: 10, anchor: "middle", bold: true, kind: "on-token" })],
    soldier: () => s("path", { class: "soldier", d: "M-7-7H7V0Q7 6 0 8-7 6-7 0Z" }),
    vp: () => [s("path", { class: "laurel", d: "M0-8 2.4-2.6 8-2.2 3.7 1.6 5 7.4 0 4.3-5 7.4-3.7 1.6-8-2.2-2.4-2.6Z" })],
    good: () => [s("path", { class: "gold", d: "M0 0V-7.5A7.5 7.5 0 0 1 6.5 3.75Z" }), s("path", { class: "wood", d: "M0 0 6.5 3.75A7.5 7.5 0 0 1-6.5 3.75Z" }), s("path", { class: "stone", d: "M0 0-6.5 3.75A7.5 7.5 0 0 1 0-7.5Z" })],
    building: () => s("path", { class: "soldier", d: "M-7 7V-1L0-7 7-1V7Z" }),
  };
  return s("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: "token" }, shapes[kind]?.());
}

/**
 * A bundle in a row; returns where the next thing begins.
 * @param {Shape[]} into
 * @param {Bundle} bundle
 * @param {number} x
 * @param {number} y
 */
function bundle(into, bundle, x, y) {
  for (const [kind, amount] of Object.entries(bundle)) {
    if (amount > 2) {
      into.push(text(x, y + 5, amount, { size: 13, bold: true }));
      x += 9;
    }
    for (let i = 0; i < (amount > 2 ? 1 : amount); i++) {
      into.push(token(kind, x + 8, y));
      x += 19;
    }
  }
  return x;
}

/**
 * What an advisor gives, in pictures as far as they fit.
 * @param {Help} help
 * @param {number} width
 */
function helpPicture(help, width) {
  /** @type {Shape[]} */
  const parts = [];
  let x = 0;
  if (help.gain) x = bundle(parts, help.gain, x, 0);
  const options = help.note ? [] : (help.options ?? []).filter((/** @type {Option} */ option) => option.gain);
  if (options.length > 2) {
    parts.push(text(x, 4, `${help.picks ?? 1} of ${options.length}`, { size: 12 }));
  } else {
    options.forEach((option, i) => {
      if (i) {
        parts.push(text(x, 5, "/", { size: 15, kind: "soft" }));
        x += 9;
      }
      if (option.pay) {
        x = bundle(parts, option.pay, x, 0);
        parts.push(text(x - 1, 5, "›", { size: 17, kind: "soft" }));
        x += 9;
      }
      x = bundle(parts, option.gain ?? {}, x, 0);
    });
  }
  if (help.note) parts.push(...lines(help.note, width - x, 11, 2).map((line, i) => text(x, 1 + 12 * i, line, { size: 11 })));
  if (help.peek) parts.push(s("path", { class: "eye", transform: `translate(${x + 10} 0)`, d: "M-9 0Q0-9 9 0 0 9-9 0ZM3 0A3 3 0 1 1-3 0 3 3 0 1 1 3 0Z" }));
  return parts;
}

/** @param {View} view */
function invaderWords(view) {
  const card = view.invader ? INVADERS[view.invader] : null;
  if (card) return `${card.race}, strength ${card.strength}`;
  const strengths = Object.entries(INVADERS).filter(([id]) => id.startsWith(`${YEARS[(view.year ?? 1) - 1]}-`)).map(([, one]) => one.strength);
  return `strength ${Math.min(...strengths)} to ${Math.max(...strengths)}, unknown`;
}

/**
 * Year, season, turn order, Envoy and invaders.
 * @param {View} view
 * @param {number} width
 */
function calendar(view, width) {
  const isWide = width >= 560;
  const height = isWide ? 64 : 118;
  const season = word(view.season, "KINGSBURG_SEASON");
  const years = YEARS.map((year, i) => {
    const isNow = i + 1 === view.year;
    return [s("circle", { class: isNow ? "now" : "then", cx: 24 + i * 30, cy: 32, r: 13 }), text(24 + i * 30, 37, year, { size: 13, anchor: "middle", kind: isNow ? "on-now serif" : "serif" })];
  });
  const seasons = SEASONS.map((name, i) => {
    const isNow = name === season && phaseOf(view) !== "ended";
    return [box(172 + i * 34, 19, 30, 26, isNow ? "now" : "then", 6), text(187 + i * 34, 37, name.slice(0, 2).replace(/^./, (c) => c.toUpperCase()), { size: 12, anchor: "middle", kind: isNow ? "on-now" : "" })];
  });
  const order = (view.order ?? []).map((seat, i) => sign(seat, 12 + i * 22, 0, 8));
  const x = isWide ? 326 : 14;
  const y = isWide ? 24 : 66;
  const place = view.envoy === undefined ? "Envoy on the board" : `Envoy: seat ${view.envoy}`;
  const envoy = view.fate?.card ? `${place} · ${title(view.fate.card)}` : place;
  const right = isWide ? Math.max(x + 130, width - 190) : 150;
  return {
    height,
    content: [
      box(0, 0, width, height, "panel-face", 10),
      years,
      seasons,
      at(x, y, order, text(2, 24, fit(envoy, isWide ? right - x - 6 : 130, 12), { size: 12, kind: "soft" })),
      at(right, isWide ? 0 : 48, invader(view, width - right - 8)),
    ],
  };
}

/**
 * @param {View} view
 * @param {number} width
 */
function invader(view, width) {
  const card = view.invader ? INVADERS[view.invader] : null;
  if (phaseOf(view) === "ended") return [];
  if (!card) return [box(0, 8, width, 48, "invader hidden", 7), text(width / 2, 28, "Invaders", { size: 13, anchor: "middle", kind: "on-invader serif" }), text(width / 2, 46, fit(invaderWords(view), width - 8, 11), { size: 11, anchor: "middle", kind: "on-invader" })];
  /** @type {Shape[]} */
  const tokens = [];
  const x = bundle(tokens, card.reward, 10, 44);
  tokens.push(text(x + 2, 49, "/", { size: 14, kind: "on-invader" }));
  bundle(tokens, card.loss, x + 14, 44);
  tokens.push(text(10, 28, fit(title(card.race), width - 50, 14), { size: 14, kind: "on-invader serif" }), text(width - 10, 32, card.strength, { size: 22, anchor: "end", kind: "on-invader serif" }));
  return [box(0, 8, width, 50, "invader", 7), tokens];
}

/**
 * @param {View} view
 * @param {number} width
 */
function advisors(view, width) {
  const columns = width >= 620 ? 6 : 3;
  const wide = (width - (columns - 1) * 6) / columns;
  const tall = 72;
  const numbers = Array.from({ length: 18 }, (_, i) => i + 1);
  const content = grid(numbers, columns, (number, column, row) => at(column * (wide + 6), row * (tall + 6), advisor(view, number, wide, tall)));
  return { height: Math.ceil(18 / columns) * (tall + 6) - 6, content };
}

/**
 * @param {View} view
 * @param {number} number
 * @param {number} width
 * @param {number} height
 */
function advisor(view, number, width, height) {
  const isWhim = (view.whims ?? []).includes(number);
  const help = helpOf(view, number);
  const groups = (view.groups ?? []).filter((group) => group.advisor === number);
  const isServed = view.advisor === number;
  const size = width < 120 ? 10.5 : 12;
  return spot(
    `advisor ${number}`,
    box(0, 0, width, height, `face advisor rank${Math.ceil(number / 6)}${isServed ? " served" : ""}${isWhim ? " whim" : ""}`, 9),
    text(9, 22, number, { size: 18, kind: "serif" }),
    lines(ADVISORS[number]?.name ?? "", width - (number > 9 ? 40 : 28), size * 1.1, 2).map((line, i) => text(number > 9 ? 38 : 26, 20 + 13 * i, line, { size, bold: true })),
    at(9, height - 18, helpPicture(help, width - 14)),
    groups.map((group, i) =>
      group.seat === undefined ? s("rect", { class: "neutral", x: width - 26 - i * 22, y: 27, width: 17, height: 17, rx: 4 }) : sign(group.seat, width - 16 - i * 24, 36, 11),
    ),
  );
}

/**
 * @param {View} view
 * @param {number} number
 * @returns {Help}
 */
function helpOf(view, number) {
  if (!(view.whims ?? []).includes(number)) return ADVISORS[number]?.help ?? {};
  if (number === 4) return { options: (view.stock ?? []).map((kind) => ({ gain: { [kindOf(kind)]: 1 } })) };
  if (number === 5 && view.lucky) return { gain: { [kindOf(view.lucky)]: 1 } };
  return WHIMS[number] ?? {};
}

/** @param {Seat} one */
function ownedBy(one) {
  return [one.gold, one.wood, one.stone, one.tokens, one.soldiers].map((count) => count ?? 0);
}

/**
 * What a seat owns, as tokens with numbers.
 * @param {Seat} one
 * @param {number} step
 */
function ownedSmall(one, step) {
  return ownedBy(one).map((count, i) => [token(OWNED[i], i * step + 8, 0, 14), text(i * step + 19, 5, count, { size: 13, bold: count > 0, kind: count ? "" : "soft" })]);
}

/**
 * @param {View} view
 * @param {Seat} one
 * @param {number} seat
 */
function notes(view, one, seat) {
  const found = [];
  if (one.governor) found.push(title(one.governor));
  if (one.people) found.push(title(one.people));
  if (one.passed) found.push("passed");
  if (view.envoy === seat) found.push("Envoy");
  if (one.peeked) found.push("has seen the invaders");
  if (one.combat !== undefined) found.push(`combat ${one.combat}${one.won ? ", won" : ""}`);
  if (one.troops?.length) found.push(`troops ${one.troops.join(" ")}`);
  if (one.reinforcement !== undefined) found.push(`reinforcement ${one.reinforcement}`);
  return found.join(" · ");
}

/**
 * The viewing seat: goods and dice to click, and its province.
 * @param {View} view
 * @param {number} width
 */
function ownProvince(view, width) {
  const you = view.seat ?? 0;
  const own = (view.players ?? [])[you] ?? {};
  const built = new Set((own.buildings ?? []).map(buildingOf));
  const rows = provinceOf(view, you);
  const wide = (width - 20 - 3 * 5) / 4;
  const tall = wide < 100 ? 60 : 72;
  const step = Math.min((width - 20) / 6, 84);
  const kinds = [...OWNED, "vp"];
  const counts = [...ownedBy(own), own.vp ?? 0];
  const goods = kinds.slice(0, 6).map((kind, i) =>
    at(
      10 + i * step,
      34,
      spot(`kind ${kind}`, box(0, 0, step - 6, 34, "face goods", 8), token(kind, 14, 17, Math.min(19, step / 3)), text(step - 11, 23, counts[i], { size: Math.min(17, step / 3.3), anchor: "end", kind: "serif" })),
    ),
  );
  const cells = rows.flatMap((row, r) => row.map(([key, one]) => at(10 + (one.column - 1) * (wide + 5), 116 + r * (tall + 5), building(key, wide, tall, built.has(key), you))));
  const height = 116 + rows.length * (tall + 5) + 6;
  return {
    height,
    content: spot(
      `seat ${you}`,
      box(0, 0, width, height, actorOf(view) === you ? "face panel-face active" : "face panel-face", 10),
      seatHead({ seat: you, you, actor: actorOf(view), points: own.vp ?? 0, width }),
      goods,
      ownDice(own, you),
      text(width - 12, 97, fit(notes(view, own, you), width - 200, 12), { size: 12, anchor: "end", kind: "soft" }),
      cells,
    ),
  };
}

/**
 * @param {Seat} own
 * @param {number} seat
 */
function ownDice(own, seat) {
  const dice = [...(own.coloured ?? []).map((value) => ({ value, colour: "coloured" })), ...(own.white ?? []).map((value) => ({ value, colour: "white" }))];
  const seen = new Set();
  if (dice.length === 0) return text(12, 97, "no dice left", { size: 12, kind: "soft" });
  return dice.map(({ value, colour }, i) => {
    const key = `die ${colour} ${value}`;
    const drawn = die(0, 0, 30, value, `face die ${colour === "white" ? "white" : `seat${seat}`}`);
    const place = at(12 + i * 38, 76, seen.has(key) ? drawn : spot(key, ...drawn.children));
    seen.add(key);
    return place;
  });
}

/**
 * @param {string} key
 * @param {number} width
 * @param {number} height
 * @param {boolean} isBuilt
 * @param {number} seat
 */
function building(key, width, height, isBuilt, seat) {
  const { name, cost, vp, note } = BUILDINGS[key];
  /** @type {Shape[]} */
  const price = [];
  const isSmall = width < 100;
  let x = isSmall ? 3 : 7;
  GOODS.forEach((kind, i) => {
    if (!cost[i]) return;
    price.push(text(x, height - 8, cost[i], { size: isSmall ? 11 : 12, bold: true }), token(kind, x + (isSmall ? 11 : 14), height - 12, isSmall ? 9 : 12));
    x += isSmall ? 18 : 25;
  });
  const size = isSmall ? 10.5 : 12;
  const names = lines(name, width - (isSmall ? 6 : 24), size * (isSmall ? 1.2 : 1.1), 2); // bold letters are wide
  return spot(
    `building ${key}`,
    box(0, 0, width, height, isBuilt ? "face building built" : "face building", 7),
    names.map((line, i) => text(isSmall ? 5 : 7, 16 + 13 * i, line, { size, bold: true })),
    text(width - 6, isSmall ? height - 7 : 17, vp, { size: 14, anchor: "end", kind: "serif" }),
    isBuilt ? sign(seat, 14, height - 13, 8) : price,
    !isSmall && lines(note, width - 8, 10, 3 - names.length).map((line, i) => text(7, 19 + 13 * (names.length + i), line, { size: 10, kind: "soft" })),
    s("title", {}, `${name}: ${note}`),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {number} width
 * @param {number} height
 * @param {boolean} isNamed whether its buildings show their names
 */
function otherSeat(view, seat, width, height, isNamed) {
  const one = (view.players ?? [])[seat] ?? {};
  const built = new Set((one.buildings ?? []).map(buildingOf));
  const wide = isNamed ? (width - 22) / 4 : 22;
  const tall = isNamed ? 16 : 10;
  const cells = provinceOf(view, seat).flatMap((row, r) =>
    row.map(([key, other]) => [
      s("rect", { class: built.has(key) ? `mini seat${seat}` : "mini", x: (other.column - 1) * wide, y: r * tall, width: wide - 2, height: tall - 2, rx: 2 }, s("title", {}, other.name)),
      isNamed && text((other.column - 0.5) * wide - 1, (r + 0.5) * tall + 2.5, fit(other.name, wide - 4, 9.5), { size: 9, anchor: "middle", kind: built.has(key) ? "on-mini" : "soft" }),
    ]),
  );
  const dice = [...(one.coloured ?? []).map((value) => ({ value, kind: `seat${seat}` })), ...(one.white ?? []).map((value) => ({ value, kind: "white" }))];
  return spot(
    `seat ${seat}`,
    box(0, 0, width, height, actorOf(view) === seat ? "face panel-face active" : "face panel-face", 10),
    seatHead({ seat, you: view.seat ?? 0, actor: actorOf(view), points: one.vp ?? 0, width }),
    at(10, 44, ownedSmall(one, Math.min((width - 20) / 5, 50))),
    at(12, isNamed ? 58 : 64, cells),
    dice.map(({ value, kind }, i) => die((isNamed ? 110 : 116) + i * 26, isNamed ? 6 : 64, 21, value, `die ${kind}`)),
    isNamed && text(12, height - 8, fit(notes(view, one, seat), width - 24, 11), { size: 11, kind: "soft" }),
    !isNamed && lines(notes(view, one, seat), width - 124, 11, 2).map((line, i) => text(116, 100 + i * 13, line, { size: 11, kind: "soft" })),
  );
}

/**
 * @param {View} view
 * @param {Seat} one
 * @param {number} seat
 */
function seatWords(view, one, seat) {
  const owned = ownedBy(one).flatMap((count, i) => (count ? [`${count} ${OWNED[i] === "token" ? "+2" : OWNED[i]}`] : []));
  const dice = [...(one.coloured ?? []).map(String), ...(one.white ?? []).map((value) => `white ${value}`)];
  const buildings = (one.buildings ?? []).map((building) => BUILDINGS[buildingOf(building)].name);
  return `${seatName(seat, view.seat ?? 0)}: ${counted(one.vp ?? 0, "point")}; ${listed(owned) || "no goods"}; dice ${dice.join(", ") || "none"}; built ${listed(buildings) || "nothing"}${notes(view, one, seat) ? `; ${notes(view, one, seat)}` : ""}.`;
}
