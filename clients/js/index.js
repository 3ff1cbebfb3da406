// A client of the service over Connect, for browsers and Node: two typed services and a reader of errors.
import { ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { OpponentService } from "./gen/eminence/v1/opponent_service_pb.js";
import { TableService } from "./gen/eminence/v1/table_service_pb.js";

export * from "./gen/eminence/v1/common_pb.js";
export * from "./gen/eminence/v1/error_reason_pb.js";
export * from "./gen/eminence/v1/games_pb.js";
export * from "./gen/eminence/v1/kingsburg_pb.js";
export * from "./gen/eminence/v1/opponent_service_pb.js";
export * from "./gen/eminence/v1/record_pb.js";
export * from "./gen/eminence/v1/royals_pb.js";
export * from "./gen/eminence/v1/staufer_pb.js";
export * from "./gen/eminence/v1/table_service_pb.js";
export * from "./gen/eminence/v1/verraeter_pb.js";

const TIMEOUT_MS = 10_000;

export function connect(address, { key, priority, timeoutMs = TIMEOUT_MS, ...more } = {}) {
  const headers = Object.entries({ Authorization: key && `Bearer ${key}`, "X-Eminence-Priority": priority });
  const bring = (next) => (request) => {
    for (const [name, value] of headers) if (value) request.header.set(name, value);
    return next(request);
  };
  const transport = createConnectTransport({
    baseUrl: address,
    defaultTimeoutMs: timeoutMs,
    ...more,
    interceptors: [bring, ...(more.interceptors ?? [])],
  });
  return { opponent: createClient(OpponentService, transport), referee: createClient(TableService, transport) };
}

export class Failure extends Error {
  constructor(thrown) {
    const error = ConnectError.from(thrown);
    super(error.rawMessage, { cause: thrown });
    this.name = "Failure";
    this.code = error.code;
    const said = (type) => error.details.find((detail) => detail.type === `google.rpc.${type}`)?.debug ?? {};
    this.reason = said("ErrorInfo").reason ?? "";
    this.metadata = said("ErrorInfo").metadata ?? {};
    this.field = said("BadRequest").fieldViolations?.[0]?.field;
    const delay = said("RetryInfo").retryDelay;
    this.retryMs = delay === undefined ? undefined : 1000 * Number.parseFloat(delay);
  }
}
