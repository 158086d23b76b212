import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";

/**
 * A page's clientAction. When the site cannot be reached nothing was done: that is an answer for the form to show,
 * and no reason for an error page.
 */
export const orOffline =
  <Answer>(offline: Answer) =>
  ({ serverAction }: ClientActionFunctionArgs) =>
    serverAction<Answer>().catch((error: unknown) => {
      if (error instanceof Response || isRouteErrorResponse(error)) throw error;
      return offline;
    });
