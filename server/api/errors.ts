/** The upstream did not answer, or what it answered cannot be understood. Its message is for operators. */
export class UpstreamFault extends Error {
  override name = "UpstreamFault";
  /** Of an HTTP answer that is no success; undefined for other faults. */
  readonly status: number | undefined;
  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
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
export class SessionEnded extends Error {
  override name = "SessionEnded";
  constructor(readonly reason: Ending) {
    super(`session ended: ${reason}`);
  }
}
