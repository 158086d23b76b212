import { errors } from "undici";

export type FaultKind =
  /** No connection, nothing was sent. */
  | "unreachable"
  /** The proxy could not connect, nothing was sent. */
  | "proxy"
  /** The connection closed before the end of the answer. */
  | "broken"
  /** The deadline passed. */
  | "timeout"
  /** An HTTP status other than 2xx. */
  | "status"
  /** Not JSON, not an envelope, or encrypted with another key. */
  | "unreadable"
  /** Readable, but not as this call's schema requires. */
  | "unexpected"
  /** The queue is full, nothing was sent. */
  | "busy"
  /** The circuit breaker is open, nothing was sent. */
  | "paused";

/** The message is in Chinese, for the visitor. */
export abstract class ShownError extends Error {}

/** The upstream gave no usable answer (see `FaultKind`). The message is for operators. */
export class UpstreamFault extends Error {
  override name = "UpstreamFault";
  readonly kind: FaultKind;
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

export class ProxyFault extends Error {
  override name = "ProxyFault";
  readonly status: number | undefined;
  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = options.status;
  }
}

/** `message` is the upstream's own text. */
export class UpstreamRefusal extends ShownError {
  override name = "UpstreamRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  get isMissing() {
    return this.code === "404";
  }
}

/** A call's data, or `otherwise` if the upstream refuses the call. */
export const orIfRefused = <Data, Otherwise>(call: Promise<Data>, otherwise: Otherwise) =>
  call.catch((error: unknown) => {
    if (error instanceof UpstreamRefusal) return otherwise;
    throw error;
  });

/** `elsewhere`: ended by a login on another device or by a new password. */
export type SessionEnding = "expired" | "elsewhere";

/** Thrown only by member calls. */
export class SessionEndedError extends Error {
  override name = "SessionEnded";
  constructor(readonly reason: SessionEnding) {
    super(`session ended: ${reason}`);
  }
}

/** A member call in a request that may not register a guest. */
export class UnregisteredError extends ShownError {
  override name = "UnregisteredError";
}

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

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
    const message = `${call}: the connection closed before the answer was complete. Look at the upstream's own log.`;
    return new UpstreamFault(message, { kind: "broken", cause: error });
  }
  return new UpstreamFault(`${call}: ${String(error)}.`, { kind: "broken", cause: error });
}

export const timeoutFault = (call: string, ms: number) =>
  new UpstreamFault(
    `${call}: no answer within ${Math.round(ms)} ms. Check the upstream's load, or raise UPSTREAM_TIMEOUT_MS.`,
    { kind: "timeout" },
  );

/** No HTTP status ends a session: only codes in an envelope do. */
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

export function pausedFault(call: string, proxyIsDown: boolean) {
  const advice = proxyIsDown
    ? "the proxy to the upstream is down; it is probed at least every 2 s. Check the proxy."
    : "the upstream is down; it is probed at least every 2 s. Check UPSTREAM_URL and that the upstream runs.";
  return new UpstreamFault(`${call}: ${advice}`, { kind: "paused" });
}

const serverFaultKinds = new Set(["unreachable", "proxy", "broken", "timeout", "unreadable"]);

/** Whether the fault concerns the whole server or the route to it, not only one call. */
export const isServerFault = ({ kind, status }: UpstreamFault): boolean =>
  serverFaultKinds.has(kind) || (status !== undefined && status >= 500);

/** Whether a retry on the same server may succeed. */
export const isTransient = ({ kind, status = 0 }: UpstreamFault): boolean =>
  /^(unreachable|proxy|broken)$/.test(kind) || [502, 503, 504].includes(status);

/** Whether even a write may be tried on another server. `paused` means that no server is left. */
export const wasNeverSent = ({ kind }: UpstreamFault): boolean =>
  kind === "unreachable" || kind === "proxy" || kind === "busy";
