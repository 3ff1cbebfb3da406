// What is wrong with the connection, when it is tried again, and a field for the key of a server that asks for one.
import { h } from "./dom.js";
import { inWords, service } from "./service.js";

export class ServiceNotice extends HTMLElement {
  #text = h("span");
  #now = h("button", { type: "button", onclick: () => service.tryNow() }, "Try now");
  #close = h("button", { type: "button", onclick: () => this.#hide() }, "Close");
  #key = h("input", { type: "password", name: "key", autocomplete: "off", required: true });
  #unlock = h(
    "form",
    { onsubmit: (/** @type {Event} */ event) => this.#useKey(event) },
    h("label", {}, "API key ", this.#key),
    h("button", { type: "submit", class: "primary" }, "Use it"),
  );
  #timer = 0;

  connectedCallback() {
    this.setAttribute("role", "alert");
    this.hidden = true;
    this.append(this.#text, this.#unlock, this.#now, this.#close);
    service.addEventListener("waiting", (event) => this.#wait(/** @type {CustomEvent} */ (event).detail));
    service.addEventListener("locked", (event) => this.#ask(/** @type {CustomEvent} */ (event).detail));
    service.addEventListener("answered", () => this.#hide());
  }

  /** Something that no waiting helps against.
   * @param {unknown} error */
  tell(error) {
    this.#show(inWords(error), this.#close);
  }

  /** @param {{message: string, pause: number}} wait */
  #wait({ message, pause }) {
    let left = Math.ceil(pause / 1000);
    const words = () => `${message} Trying again ${left > 0 ? `in ${left} s` : "now"} …`;
    this.#show(words(), this.#now);
    this.#timer = window.setInterval(() => {
      left--;
      this.#text.textContent = words();
    }, 1000);
  }

  /** @param {string} message */
  #ask(message) {
    this.#show(message, this.#unlock);
    this.#key.focus();
  }

  /** @param {Event} event */
  #useKey(event) {
    event.preventDefault();
    service.key = this.#key.value.trim();
  }

  /**
   * @param {string} message
   * @param {HTMLElement} way what can be done about it
   */
  #show(message, way) {
    clearInterval(this.#timer);
    this.#text.textContent = message;
    for (const one of [this.#unlock, this.#now, this.#close]) one.hidden = one !== way;
    this.hidden = false;
  }

  #hide() {
    clearInterval(this.#timer);
    this.hidden = true;
  }
}

customElements.define("service-notice", ServiceNotice);
