// What is wrong with the connection, and when it is tried again.
import { h } from "./dom.js";
import { inWords, service } from "./service.js";

export class ServiceNotice extends HTMLElement {
  #text = h("span");
  #now = h("button", { type: "button", onclick: () => service.tryNow() }, "Try now");
  #close = h("button", { type: "button", onclick: () => this.#hide() }, "Close");
  #timer = 0;

  connectedCallback() {
    this.setAttribute("role", "alert");
    this.hidden = true;
    this.append(this.#text, this.#now, this.#close);
    service.addEventListener("waiting", (event) => this.#wait(/** @type {CustomEvent} */ (event).detail));
    service.addEventListener("answered", () => this.#hide());
  }

  /** Something that no waiting helps against.
   * @param {unknown} error */
  tell(error) {
    clearInterval(this.#timer);
    this.#text.textContent = inWords(error);
    this.#now.hidden = true;
    this.#close.hidden = false;
    this.hidden = false;
  }

  /** @param {{message: string, pause: number}} wait */
  #wait({ message, pause }) {
    clearInterval(this.#timer);
    let left = Math.ceil(pause / 1000);
    const say = () => {
      this.#text.textContent = `${message} Trying again ${left > 0 ? `in ${left} s` : "now"} …`;
      left--;
    };
    say();
    this.#timer = window.setInterval(say, 1000);
    this.#now.hidden = false;
    this.#close.hidden = true;
    this.hidden = false;
  }

  #hide() {
    clearInterval(this.#timer);
    this.hidden = true;
  }
}

customElements.define("service-notice", ServiceNotice);
