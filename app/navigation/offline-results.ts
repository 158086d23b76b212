import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ActionFailure, ActionResult } from "../../server/domain/actions.ts";
import { fallBackTo } from "../session/session-ending.ts";
import { texts } from "../texts/index.ts";

/** A new object each time: pages tell results apart by that. */
const offline = (message = texts.network): ActionFailure<never> => ({
  ok: false,
  reason: "offline",
  errors: {},
  message,
});

/** Without a network an action did nothing, which is a result and no reason for an error page. */
export const offlineAsResult = <Data, Input>(
  action: Promise<ActionResult<Data, Input>>,
  message?: string,
): Promise<ActionResult<Data, Input>> => action.catch(fallBackTo(offline(message)));

/** The client action of a route that only needs `offlineAsResult`. */
export const offlineClientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  offlineAsResult(serverAction<ActionResult<unknown>>());

/** For client loaders: parts of a page that cannot be had for want of a network say so in their places. */
export const offlineAsParts = <Data, Part extends string>(work: Promise<Data>, ...parts: Part[]) =>
  work.catch(
    fallBackTo(
      Object.fromEntries(parts.map((part) => [part, { ok: false, message: "" }])) as Record<
        Part,
        { ok: false; message: string }
      >,
    ),
  );
