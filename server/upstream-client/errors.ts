/**
 * What went wrong between us and the upstream.
 *
 * - `unreachable`: no connection, nothing was sent
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
  | "broken"
  | "timeout"
  | "status"
  | "unreadable"
  | "unexpected"
  | "busy"
  | "paused";

/** The upstream did not answer, or what it answered cannot be understood. Its message is for operators. */
export class UpstreamFault extends Error {
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

/** The upstream understood and said no. `message` is its own text, in Chinese, and may be shown. */
export class UpstreamRefusal extends Error {
  override name = "UpstreamRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Why a token no longer speaks for its member. */
export type Ending = "expired" | "elsewhere";

/** The visitor's token no longer speaks for a member. Only member calls throw it. */
export class SessionEndedError extends Error {
  override name = "SessionEnded";
  constructor(readonly reason: Ending) {
    super(`session ended: ${reason}`);
  }
}
