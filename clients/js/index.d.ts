import type { Client, Code } from "@connectrpc/connect";
import type { ConnectTransportOptions } from "@connectrpc/connect-web";
import type { OpponentService } from "./gen/eminence/v1/opponent_service_pb.js";
import type { TableService } from "./gen/eminence/v1/table_service_pb.js";

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

/** The two services of one address. */
export interface Eminence {
  opponent: Client<typeof OpponentService>;
  referee: Client<typeof TableService>;
}

export interface Settings extends Partial<Omit<ConnectTransportOptions, "baseUrl">> {
  /** An API key. Everybody who opens a page can read those in it. */
  key?: string | undefined;
  /** Lowers the class of all calls, say to "ladder" for batches that can wait. */
  priority?: string | undefined;
  /** Deadline of every call that is given none: 10,000. */
  timeoutMs?: number | undefined;
}

/** Connects to the web port of a service, such as `http://127.0.0.1:8080`. */
export function connect(address: string, settings?: Settings): Eminence;

/** A call that failed, read from what it threw. */
export class Failure extends Error {
  constructor(thrown: unknown);
  /** The status of the call. */
  code: Code;
  /** One of the names of ErrorReason without its prefix; empty when the service was not reached. */
  reason: string;
  /** What belongs to the reason. */
  metadata: Record<string, string>;
  /** The path of the field that was wrong. */
  field: string | undefined;
  /** When to come back. */
  retryMs: number | undefined;
}
