import type {
  ActionFailure,
  ActionResult,
  FailureReason,
  FieldErrors,
} from "../../server/outcomes/actions.ts";
import { texts } from "../texts/index.ts";

export function actionDone(): { ok: true; data: null };
export function actionDone<Data>(data: Data): { ok: true; data: Data };
export function actionDone(data: unknown = null) {
  return { ok: true, data };
}

export const actionInvalid = <Input>(errors: FieldErrors, input?: Input): ActionFailure<Input> => ({
  ok: false,
  reason: "invalid",
  errors,
  message: "",
  input,
});

interface Failed<Input> {
  otherwise?: string;
  errors?: FieldErrors;
  input?: Input;
}

export const actionFailed = <Input>(
  failed: { reason: FailureReason; message: string },
  { otherwise = texts.network, errors = {}, input }: Failed<Input> = {},
): ActionFailure<Input> => ({
  ok: false,
  reason: failed.reason,
  errors,
  message: failed.message || otherwise,
  input,
});

/** The message says that the upload failed, with the upstream's reason if there is one. */
export function uploadFailed<Input>(
  { reason, message }: { reason: FailureReason; message: string },
  input?: Input,
): ActionFailure<Input> {
  const { failed, failedBecause } = texts.upload;
  return actionFailed({ reason, message: message ? failedBecause(message) : failed }, { input });
}

export const failureText = ({ errors, message }: ActionFailure) =>
  Object.values(errors)[0] ?? message;

export const fieldErrors = (result: ActionResult<unknown> | undefined): FieldErrors =>
  result?.ok === false ? result.errors : {};

export async function handleIntent<Intent extends string, Answer>(
  form: FormData,
  handlers: Record<Intent, () => Answer>,
  otherwise?: () => Answer,
): Promise<Awaited<Answer>> {
  const intent = form.get("intent");
  const isHandled = typeof intent === "string" && Object.hasOwn(handlers, intent);
  const handle = isHandled ? handlers[intent as Intent] : otherwise;
  if (!handle) throw new Response(null, { status: 400 });
  return await handle();
}
