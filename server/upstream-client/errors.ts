import { errors } from "undici";

/**
 * What went wrong between us and the upstream.
 *
 * - `unreachable`: no connection, nothing was sent
 * - `proxy`: a proxy on the way gave no connection, nothing was sent
 * - `broken`: the connection ended before the answer did
 * - `timeout`: the deadline came first
 * - `status`: an HTTP status other than 2xx
 * - `unreadable`: no JSON, no envelope, or under another key
 * - `unexpected`: readable, but not what this one call promises
 * - `busy`: too many calls were waiting already, nothing was sent
 * - `paused`: the upstream failed so often that it is left alone for a moment, nothing was sent
 */
export type FaultKind =
  | "unreachable"
  | "proxy"
  | "broken"
  | "timeout"
  | "status"
  | "unreadable"
  | "unexpected"
  | "busy"
  | "paused";

/** What a call on `context.api` may throw on purpose; each subclass is handled in its own way. */
export abstract class CallError extends Error {
  /** In Chinese, for the visitor; '' where there is nothing to say but that it failed. */
  get visitorMessage(): string {
    return "";
  }
}

/** The upstream did not answer, or what it answered cannot be understood. Its message is for operators. */
export class UpstreamFault extends CallError {
  override name = "UpstreamFault";
  readonly kind: FaultKind;
  /** Of an HTTP answer that is no success; undefined for other faults. */
  readonly status: number | undefined;
  constructor(
    message: string,
    options: ErrorOptions & { kind?: FaultKind; status?: number | undefined } = {},
  ) {
    super(message, options);
    this.kind = options.kind ?? (options.status === undefined ? "unexpected" : "status");
    this.status = options.status;
  }
}

/** A proxy on the way to the upstream cannot be reached, or gives no connection. */
export class ProxyFault extends Error {
  override name = "ProxyFault";
  /** What the proxy answered; undefined where it cannot be reached. */
  readonly status: number | undefined;
  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = options.status;
  }
}

/** The upstream understood and said no. `message` is its own text, in Chinese, and may be shown. */
export class UpstreamRefusal extends CallError {
  override name = "UpstreamRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  override get visitorMessage() {
    return this.message;
  }
  /** What was asked for is not there, or not any more (upstream contract, `getVideoDetail`). */
  get isMissing() {
    return this.code === "404";
  }
}

/** Why a token no longer speaks for its member. */
export type SessionEnding = "expired" | "elsewhere";

/** The visitor's token no longer speaks for a member. Only member calls throw it. */
export class SessionEndedError extends CallError {
  override name = "SessionEnded";
  constructor(readonly reason: SessionEnding) {
    super(`session ended: ${reason}`);
  }
}

/** Something needs a member, and this request may not make its visitor one. Its message is for the visitor, in Chinese. */
export class UnregisteredError extends CallError {
  override name = "UnregisteredError";
  override get visitorMessage() {
    return this.message;
  }
}

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** What an error of the network means for `call`, and what to do about it. */
export function networkFault(call: string, base: string, error: unknown): UpstreamFault {
  if (error instanceof ProxyFault) {
    return new UpstreamFault(`${call}: ${error.message}`, { kind: "proxy", cause: error });
  }
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
  if (neverConnected.has(code)) {
    const message = `${call}: cannot connect to ${base} (${code}). Check UPSTREAM_URL and that the upstream runs.`;
    return new UpstreamFault(message, { kind: "unreachable", cause: error });
  }
  if (error instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE") {
    const message = `${call}: the connection broke off before the answer was whole. Look at the upstream's own log.`;
    return new UpstreamFault(message, { kind: "broken", cause: error });
  }
  return new UpstreamFault(`${call}: ${String(error)}.`, { kind: "broken", cause: error });
}

export const timeoutFault = (call: string, ms: number) =>
  new UpstreamFault(
    `${call}: no answer within ${Math.round(ms)} ms. Check the upstream's load, or raise UPSTREAM_TIMEOUT_MS.`,
    { kind: "timeout" },
  );

const advice: Record<number, string> = {
  401: "Check UPSTREAM_SECURITY_HEADER.",
  403: "Check UPSTREAM_SECURITY_HEADER.",
  404: "Check the path in UPSTREAM_URL.",
};

export const statusFault = (call: string, status: number) =>
  new UpstreamFault(
    `${call}: HTTP status ${status}. ${advice[status] ?? "Look at the upstream's own log."}`,
    { status },
  );

export const queueFault = (call: string, waiting: number) =>
  new UpstreamFault(
    `${call}: ${waiting} calls are waiting already. The upstream is too slow for this load.`,
    { kind: "busy" },
  );

/** @param byProxy whether it is the proxy on the way that fails */
export function pausedFault(call: string, byProxy: boolean) {
  const advice = byProxy
    ? "the proxy on the way to the upstream is down and looked at every 2 s or sooner. Check the proxy."
    : "the upstream is down and looked at every 2 s or sooner. Check UPSTREAM_URL and that the upstream runs.";
  return new UpstreamFault(`${call}: ${advice}`, { kind: "paused" });
}

const aboutServer = new Set(["unreachable", "proxy", "broken", "timeout", "unreadable"]);

/** Whether the fault says something about the whole server, or the way there, and not only about one call. */
export const isServerFault = ({ kind, status }: UpstreamFault): boolean =>
  aboutServer.has(kind) || (status !== undefined && status >= 500);

/** Whether the same server may do better in a moment. */
export const isTransient = ({ kind, status }: UpstreamFault): boolean =>
  kind === "unreachable" ||
  kind === "proxy" ||
  kind === "broken" ||
  status === 502 ||
  status === 503 ||
  status === 504;

/** Whether not a byte of the call can have arrived, so that even a write may go elsewhere. */
export const wasNeverSent = ({ kind }: UpstreamFault): boolean =>
  kind === "unreachable" || kind === "proxy" || kind === "busy";
