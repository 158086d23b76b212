/**
 * Why an action did nothing.
 *
 * - `invalid`: what was sent is not as it has to be; the upstream was not asked
 * - `refused`: the upstream understood and said no
 * - `rate-limited`: the visitor did it too often; the upstream was not asked
 * - `unavailable`: the upstream could not be reached or understood
 * - `offline`: the browser could not reach this site
 */
export type FailureReason = "invalid" | "refused" | "rate-limited" | "unavailable" | "offline";

/** What is wrong with single fields of a form, in Chinese, by their names. */
export type FieldErrors = Partial<Record<string, string>>;

export interface ActionFailure<Input = unknown> {
  ok: false;
  reason: FailureReason;
  /** Empty where nothing is wrong with a single field. */
  errors: FieldErrors;
  /** About the whole form, in Chinese; '' where `errors` says everything. */
  message: string;
  /** What was sent, for a form that is rendered again without JavaScript; never a password. */
  input?: Input | undefined;
}

/** What every action answers, to a script as well as to a form that the browser sent by itself. */
export type ActionResult<Data = null, Input = unknown> =
  | { ok: true; data: Data }
  | ActionFailure<Input>;
