import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/server-runtime";
import { type Ending, SessionEndedError } from "../upstream-client/errors.ts";
import { eachHandler } from "./each-handler.ts";

/** What the error boundary gets, with status 401. The browser's side of it: `app/session/session-ending.ts`. */
interface SessionEnding {
  ended: Ending;
}

/** A whole answer, so that it is one as well where no page is around the handler. */
const ending = (ended: Ending) => Response.json({ ended } satisfies SessionEnding, { status: 401 });

/**
 * Makes a visitor's ended session the same answer on every way: a document, a navigation, an action. A loader that
 * throws SessionEnded is about the member; one that can do without catches it. An action never can: whatever it
 * makes of the failure, the visitor is told of the ending.
 */
export const tellSessionEndings = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: eachHandler(build.routes, { loader: tellOfLoader, action: tellOfAction }),
});

function tellOfLoader(loader: (args: LoaderFunctionArgs) => unknown) {
  return async (args: LoaderFunctionArgs) => {
    try {
      return await loader(args);
    } catch (error) {
      throw error instanceof SessionEndedError ? ending(error.reason) : error;
    }
  };
}

function tellOfAction(action: (args: ActionFunctionArgs) => unknown) {
  return async (args: ActionFunctionArgs) => {
    const answer = (async () => action(args))();
    const thrown = await answer.then(
      () => undefined,
      (error: unknown) => error,
    );
    const ended = thrown instanceof SessionEndedError ? thrown.reason : args.context.member.ended;
    if (ended) throw ending(ended);
    return answer;
  };
}
