// Winning chances of all seats over the game.
import { h, s } from "./dom.js";
import { sign } from "./seats.js";
import { percent, seatName } from "./words.js";

/** @typedef {{at: number, chances: number[]}} Point */
/** @typedef {{at: number, label: string, kind: string}} Flag a mark at a point, such as a mistake */

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
  /** @type {Point[]} */
  #points = [];
  /** @type {Flag[]} */
  #flags = [];
  #you = 0;
  #now = -1;
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
   * @param {Point[]} points
   * @param {number} you
   * @param {{flags?: Flag[], now?: number}} [more]
   */
  show(points, you, { flags = [], now = -1 } = {}) {
    this.#points = points;
    this.#you = you;
    this.#flags = flags;
    this.#now = now;
    this.#draw();
  }

  #draw() {
    this.#width = Math.max(this.clientWidth, 200);
    const points = this.#points;
    if (points.length === 0) {
      this.#figure.replaceChildren(h("p", { class: "quiet" }, "Winning chances appear here as the game goes on."));
      this.#table.replaceChildren();
      return;
    }
    const first = points[0].at;
    const span = Math.max(points[points.length - 1].at - first, 1);
    const x = (/** @type {number} */ at) => LEFT + ((at - first) / span) * (this.#width - LEFT - RIGHT);
    const y = (/** @type {number} */ share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
    const seats = points[0].chances.length;
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => [
      s("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: y(share), y2: y(share) }),
      share % 0.5 === 0 && s("text", { class: "scale", x: LEFT - 6, y: y(share), dy: "0.36em", "text-anchor": "end" }, 100 * share),
    ]);
    const lines = Array.from({ length: seats }, (_, seat) => {
      const path = points.map(({ at, chances }, i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(chances[seat] ?? 0).toFixed(1)}`);
      const end = points[points.length - 1];
      return [
        s("path", { class: `line seat${seat}${seat === this.#you ? " own" : ""}`, d: path.join(""), "stroke-dasharray": DASHES[seat] || null }),
        sign(seat, x(end.at), y(end.chances[seat] ?? 0), 6),
      ];
    });
    const flags = this.#flags.map((flag) => {
      const point = points.find((one) => one.at === flag.at);
      const top = y(point?.chances[this.#you] ?? 0);
      return s("g", { class: `flag ${flag.kind}`, transform: `translate(${x(flag.at)} ${top})` }, s("title", {}, flag.label), s("path", { d: "M0 0 5-9H-5Z" }));
    });
    const now = this.#now >= 0 && s("line", { class: "now", x1: x(this.#now), x2: x(this.#now), y1: TOP, y2: HEIGHT - BOTTOM });
    const svg = s(
      "svg",
      { viewBox: `0 0 ${this.#width} ${HEIGHT}`, width: this.#width, height: HEIGHT, role: "img", "aria-label": this.#summary() },
      grid.flat(),
      now,
      lines.flat(),
      flags,
      s("text", { class: "scale", x: LEFT, y: HEIGHT - 4 }, `move ${first}`),
      s("text", { class: "scale", x: this.#width - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, `move ${first + span}`),
    );
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = first + ((event.clientX - box.x - LEFT) / (box.width - LEFT - RIGHT)) * span;
      const near = points.reduce((one, other) => (Math.abs(other.at - at) < Math.abs(one.at - at) ? other : one));
      this.dispatchEvent(new CustomEvent("pick", { detail: near.at }));
    });
    this.#figure.replaceChildren(svg);
    this.#table.replaceChildren(this.#asTable(seats));
  }

  #summary() {
    const { at, chances } = this.#points[this.#points.length - 1];
    const parts = chances.map((share, seat) => `${seatName(seat, this.#you)} ${percent(share)}`);
    return `Winning chances at move ${at}: ${parts.join(", ")}`;
  }

  /** @param {number} seats */
  #asTable(seats) {
    const head = h("tr", {}, h("th", { scope: "col" }, "Move"), Array.from({ length: seats }, (_, seat) => h("th", { scope: "col" }, seatName(seat, this.#you))));
    const rows = this.#points.map(({ at, chances }) => h("tr", {}, h("th", { scope: "row" }, at), chances.map((share) => h("td", {}, percent(share)))));
    return h("table", {}, h("caption", {}, "Winning chances"), h("thead", {}, head), h("tbody", {}, rows));
  }
}

customElements.define("chance-chart", ChanceChart);
