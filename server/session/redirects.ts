import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

/** Success message of a form, shown once after the redirect in a browser without JavaScript. */
export type Flash = {
  /**
   * Answers a native form submission with a 303, so that reloading does not submit again. Undefined for a request made
   * by a script, which reads the action's result.
   *
   * @param location a path on this site
   * @param message in Chinese, for the target page's loader
   */
  redirectWithFlash(location: string, message?: string): Response | undefined;
  /**
   * Returns the message once; again if the document is incomplete, because a browser without scripts then reloads it.
   */
  takeFlash(): string | undefined;
};

/** @param options.accept the request's Accept header: browsers ask for HTML, scripts accept anything */
export function createFlash(options: {
  accept: string;
  session: Session;
  cacheability: Cacheability;
}): Flash {
  const { session, cacheability } = options;
  return {
    redirectWithFlash(location, message) {
      if (!options.accept.includes("text/html")) return undefined;
      if (message !== undefined) session.update({ flash: message });
      return new Response(null, { status: 303, headers: { location } });
    },
    takeFlash() {
      const { flash } = session;
      if (flash !== undefined && !cacheability.incomplete) {
        session.update({ flash: undefined });
      }
      return flash;
    },
  };
}

/**
 * A safe redirect target: a path with its query on this origin, otherwise the home page. The address is parsed as
 * browsers do, because checking prefixes is not enough (`/\t/evil.example`).
 */
export function safeRedirectPath(wanted: string | null, origin: string): string {
  const url = wanted ? resolved(wanted, origin) : undefined;
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search;
  // a path that begins with two slashes would be read as another host
  return resolved(path, origin)?.origin === origin ? path : "/";
}

function resolved(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
