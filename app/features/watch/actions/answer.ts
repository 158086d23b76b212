import { endingIn, tellEnding } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import type { ActionAnswer } from "./watch-actions.server.ts";

/**
 * What was done here is taken back when it could not be told, also where the session has ended, which the shell then
 * tells; without a network nothing was done, which is an answer and no reason for an error page.
 */
export const answerTo = (call: Promise<ActionAnswer>): Promise<ActionAnswer> =>
  call.catch((error: unknown) => {
    // a redirect is for the router
    if (error instanceof Response) throw error;
    const ending = endingIn(error);
    if (ending) tellEnding(ending);
    return { ok: false, message: ending ? texts.session[ending] : texts.network, refused: false };
  });
