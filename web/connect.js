// The Connect protocol (connectrpc.com/docs/protocol) with JSON: unary calls and server streams by fetch.

/** A call that failed, with what the service says about it. */
export class ServiceError extends Error {
  /**
   * @param {string} code status in Connect's spelling, such as "resource_exhausted"
   * @param {string} message
   * @param {{reason?: string, field?: string, metadata?: Record<string, string>, retryMs?: number}} [details]
   */
  constructor(code, message, details = {}) {
    super(message);
    this.name = "ServiceError";
    this.code = code;
    this.reason = details.reason ?? "";
    this.field = details.field ?? "";
    this.metadata = details.metadata ?? {};
    this.retryMs = details.retryMs ?? null;
  }

  /** Whether the same call may succeed later. */
  get passes() {
    return this.code === "unavailable" || this.retryMs !== null;
  }
}

/**
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs] deadline; the service thinks no longer than this allows
 * @property {string} [priority] a lesser class than the call would have
 * @property {string} [key] API key
 */

/**
 * @param {string} method such as "eminence.v1.TableService/StartGame"
 * @param {object} request
 * @param {CallOptions} [options]
 * @returns {Promise<any>}
 */
export async function unary(method, request, options = {}) {
  const response = await send(method, "application/json", JSON.stringify(request), options);
  if (!response.ok) throw await refusal(response);
  return read(() => response.json());
}

/**
 * @param {string} method
 * @param {object} request
 * @param {CallOptions} [options]
 * @returns {AsyncGenerator<any, void>}
 */
export async function* stream(method, request, options = {}) {
  const body = envelope(new TextEncoder().encode(JSON.stringify(request)));
  const response = await send(method, "application/connect+json", body, options);
  if (!response.ok || !response.body) throw await refusal(response);
  const reader = response.body.getReader();
  let buffer = new Uint8Array(0);
  try {
    for (;;) {
      const { done, value } = await read(() => reader.read());
      if (done) throw new ServiceError("unavailable", "The stream ended before its last message.");
      buffer = joined(buffer, value);
      for (let size; (size = sizeOfFirst(buffer)) !== null; ) {
        const last = (buffer[0] & 2) !== 0;
        const message = JSON.parse(new TextDecoder().decode(buffer.subarray(5, size)));
        buffer = buffer.slice(size);
        if (!last) yield message;
        else if (message.error) throw asError(message.error);
        else return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} method
 * @param {string} type
 * @param {BodyInit} body
 * @param {CallOptions} options
 */
function send(method, type, body, { signal, timeoutMs, priority, key }) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": type, "Connect-Protocol-Version": "1" };
  if (timeoutMs) headers["Connect-Timeout-Ms"] = String(timeoutMs);
  if (priority) headers["X-Eminence-Priority"] = priority;
  if (key) headers["Authorization"] = `Bearer ${key}`;
  return read(() => fetch(`/${method}`, { method: "POST", headers, body, signal, cache: "no-store" }));
}

/**
 * A step of a call, with lost connections as errors of the service.
 * @template T
 * @param {() => Promise<T>} step
 */
async function read(step) {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ServiceError("unavailable", "The server cannot be reached.", { reason: "UNREACHABLE" });
  }
}

/** @param {Response} response */
async function refusal(response) {
  try {
    return asError(await response.json());
  } catch {
    return new ServiceError(codeOf(response.status), `The server answered with HTTP status ${response.status}.`);
  }
}

/** The codes that the protocol gives to answers that are not Connect's, of a proxy say.
 * @param {number} status */
function codeOf(status) {
  /** @type {Record<number, string>} */
  const codes = { 400: "internal", 401: "unauthenticated", 403: "permission_denied", 404: "unimplemented" };
  return codes[status] ?? ([429, 502, 503, 504].includes(status) ? "unavailable" : "unknown");
}

/** @param {{code?: string, message?: string, details?: {type: string, value: string}[]}} error */
function asError({ code = "unknown", message = "", details = [] }) {
  /** @type {{reason?: string, field?: string, metadata: Record<string, string>, retryMs?: number}} */
  const found = { metadata: {} };
  for (const { type, value } of details) {
    const fields = protobuf(bytesOf(value));
    if (type === "google.rpc.ErrorInfo") {
      found.reason = text(fields.get(1)?.[0]);
      for (const entry of fields.get(3) ?? []) {
        const pair = protobuf(asBytes(entry));
        found.metadata[text(pair.get(1)?.[0])] = text(pair.get(2)?.[0]);
      }
    } else if (type === "google.rpc.BadRequest") {
      found.field = text(protobuf(asBytes(fields.get(1)?.[0])).get(1)?.[0]);
    } else if (type === "google.rpc.RetryInfo") {
      const delay = protobuf(asBytes(fields.get(1)?.[0]));
      found.retryMs = 1000 * Number(delay.get(1)?.[0] ?? 0) + Number(delay.get(2)?.[0] ?? 0) / 1e6;
    }
  }
  return new ServiceError(code, message, found);
}

/**
 * The fields of a protobuf message by number, as far as error details need it: numbers and bytes.
 * @param {Uint8Array} bytes
 */
function protobuf(bytes) {
  /** @type {Map<number, (number | Uint8Array)[]>} */
  const fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    /** @type {number | Uint8Array} */
    let value;
    if ((tag & 7) === 2) {
      const length = varint();
      value = bytes.subarray(at, (at += length));
    } else if ((tag & 7) === 0) {
      value = varint();
    } else {
      return fields;
    }
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

/** @param {number | Uint8Array | undefined} value */
function asBytes(value) {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

/** @param {number | Uint8Array | undefined} value */
function text(value) {
  return new TextDecoder().decode(asBytes(value));
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** @param {Uint8Array} message */
function envelope(message) {
  const framed = new Uint8Array(5 + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, 5);
  return framed;
}

/** Bytes of the first message with its envelope, or null while it is incomplete.
 * @param {Uint8Array} buffer */
function sizeOfFirst(buffer) {
  if (buffer.length < 5) return null;
  const size = 5 + new DataView(buffer.buffer, buffer.byteOffset).getUint32(1);
  return size <= buffer.length ? size : null;
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
