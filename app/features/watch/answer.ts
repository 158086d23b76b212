import { texts } from "../../texts.ts";

/** What the page's action says to a script. */
export type Answer = { ok: true } | { ok: false; message: string; refused: boolean };

const unheard: Answer = { ok: false, message: texts.network, refused: false };

/** Without a network nothing was done, which is an answer and no reason for an error page. */
export const answerTo = (call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    // a redirect is for the router
    if (error instanceof Response) throw error;
    return unheard;
  });
