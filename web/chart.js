// Winning chances of all seats over the game.
import { h } from "./dom.js";
import { inlineSign, sign } from "./seats.js";
import { made, s } from "./shapes.js";
import { percent, seatName } from "./words.js";

/** @typedef {{at: number, share: number}} Point */
/** @typedef {{at: number, seat: number, label: string, kind: string}} Flag a mark at a point, such as a mistake */

const HEIGHT = 150;
const LEFT = 30;
const RIGHT = 18;
const TOP = 10;
const BOTTOM = 20;
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 4"];

/** Fires `pick` with a step of the game that was clicked. */
export class ChanceChart extends HTMLElement {
  #figure = h("div", { class: "chart" });
  #table = h("div", { class: "visually-hidden" });
  #width = 320;
  /** @type {Point[][]} */
  #series = [];
  /** @type {Flag[]} */
  #flags = [];
  #you = 0;
  #now = -1;
  #signature = "";
  #resize = new ResizeObserver(() => {
    if (this.clientWidth && this.clientWidth !== this.#width) this.#draw();
  });

  connectedCallback() {
    this.append(this.#figure, this.#table);
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  /**
   * @param {Point[][]} series by seat
   * @param {number} you
   * @param {{flags?: Flag[], now?: number}} [more]
   */
  show(series, you, { flags = [], now = -1 } = {}) {
    const signature = JSON.stringify([series, you, flags, now]);
    if (signature === this.#signature) return;
    this.#signature = signature;
    this.#series = series;
    this.#you = you;
    this.#flags = flags;
    this.#now = now;
    this.#draw();
  }

  #draw() {
    this.#width = Math.max(this.clientWidth, 200);
    const moves = [...new Set(this.#series.flat().map(({ at }) => at))].sort((one, other) => one - other);
    if (moves.length === 0) {
      this.#figure.replaceChildren(h("p", { class: "quiet" }, "Winning chances appear here as the game goes on."));
      this.#table.replaceChildren();
      return;
    }
    const first = moves[0];
    const span = Math.max(moves[moves.length - 1] - first, 1);
    const x = (/** @type {number} */ at) => LEFT + ((at - first) / span) * (this.#width - LEFT - RIGHT);
    const y = (/** @type {number} */ share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => [
      s("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: y(share), y2: y(share) }),
      share % 0.5 === 0 && s("text", { class: "scale", x: LEFT - 6, y: y(share), dy: "0.36em", "text-anchor": "end" }, 100 * share),
    ]);
    const lines = this.#series.map((points, seat) => {
      const path = points.map(({ at, share }, i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(share).toFixed(1)}`);
      const end = points[points.length - 1];
      if (!end) return null;
      return [
        s("path", { class: `line seat${seat}${seat === this.#you ? " own" : ""}`, d: path.join(""), "stroke-dasharray": DASHES[seat] || null }),
        sign(seat, x(end.at), y(end.share), 6),
      ];
    });
    const flags = this.#flags.map(({ at, seat, kind, label }) => {
      const point = this.#series[seat]?.find((one) => one.at === at);
      return s("g", { class: `flag ${kind}`, transform: `translate(${x(at)} ${y(point?.share ?? 0)})` }, s("title", {}, label), s("path", { d: "M0 0 5-9H-5Z" }));
    });
    const now = this.#now >= 0 && s("line", { class: "now", x1: x(this.#now), x2: x(this.#now), y1: TOP, y2: HEIGHT - BOTTOM });
    const svg = made(s(
      "svg",
      { viewBox: `0 0 ${this.#width} ${HEIGHT}`, width: this.#width, height: HEIGHT, role: "img", "aria-label": this.#summary() },
      grid,
      now,
      lines,
      flags,
      s("text", { class: "scale", x: LEFT, y: HEIGHT - 4 }, `move ${first}`),
      moves.length > 1 && s("text", { class: "scale", x: this.#width - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, `move ${first + span}`),
    ));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = first + ((event.clientX - box.x - LEFT) / (box.width - LEFT - RIGHT)) * span;
      const near = moves.reduce((one, other) => (Math.abs(other - at) < Math.abs(one - at) ? other : one));
      this.dispatchEvent(new CustomEvent("pick", { detail: near }));
    });
    this.#figure.replaceChildren(svg, this.#legend());
    this.#table.replaceChildren(this.#asTable(moves));
  }

  /** Who is which line, and its chances now: for the eye, since the summary says the same. */
  #legend() {
    const entries = this.#series.flatMap((points, seat) => (points.length ? [h("li", {}, inlineSign(seat), `${seatName(seat, this.#you)} ${percent(points[points.length - 1].share)}`)] : []));
    return h("ul", { class: "legend", "aria-hidden": "true" }, entries);
  }

  #summary() {
    const parts = this.#series.flatMap((points, seat) => (points.length ? [`${seatName(seat, this.#you)} ${percent(points[points.length - 1].share)}`] : []));
    return `Winning chances now: ${parts.join(", ")}`;
  }

  /** @param {number[]} moves */
  #asTable(moves) {
    const head = h("tr", {}, h("th", { scope: "col" }, "Move"), this.#series.map((_, seat) => h("th", { scope: "col" }, seatName(seat, this.#you))));
    const share = (/** @type {Point[]} */ points, /** @type {number} */ at) => points.find((one) => one.at === at)?.share;
    const cell = (/** @type {number | undefined} */ one) => h("td", {}, one === undefined ? "" : percent(one));
    const rows = moves.map((at) => h("tr", {}, h("th", { scope: "row" }, at), this.#series.map((points) => cell(share(points, at)))));
    return h("table", {}, h("caption", {}, "Winning chances"), h("thead", {}, head), h("tbody", {}, rows));
  }
}

customElements.define("chance-chart", ChanceChart);
