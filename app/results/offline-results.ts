import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ActionFailure, ActionResult } from "../../server/outcomes/actions.ts";
import { fallBackTo } from "../session/session-ended.tsx";
import { texts } from "../texts/index.ts";

/** Returns a new object each time, because pages compare results by identity. */
const offline = (message = texts.network): ActionFailure<never> => ({
  ok: false,
  reason: "offline",
  errors: {},
  message,
});

export const offlineAsResult = <Data, Input>(
  action: Promise<ActionResult<Data, Input>>,
  message?: string,
): Promise<ActionResult<Data, Input>> => action.catch(fallBackTo(offline(message)));

export const offlineClientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  offlineAsResult(serverAction<ActionResult<unknown>>());

export const offlineAsParts = <Data, Part extends string>(work: Promise<Data>, ...parts: Part[]) =>
  work.catch(
    fallBackTo(
      Object.fromEntries(parts.map((part) => [part, { ok: false, message: "" }])) as Record<
        Part,
        { ok: false; message: string }
      >,
    ),
  );
