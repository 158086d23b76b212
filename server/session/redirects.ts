import type { Cacheability } from "./anonymous-session.ts";
import type { Session } from "./session.ts";

/** Text about a form that went well, shown once by the page that a browser without JavaScript is redirected to. */
export type Flash = {
  /**
   * Redirects a form that the browser sent by itself with 303, so that loading the page anew sends nothing twice;
   * undefined for a script, which reads the action's result instead.
   *
   * @param location a path of this site
   * @param message in Chinese, for that page's loader to take
   */
  redirectWithFlash(location: string, message?: string): Response | undefined;
  /**
   * The message of the form that led here, once. A document that is incomplete asks for itself again where no script
   * runs, and gets it again.
   */
  takeFlash(): string | undefined;
};

/** @param options.accept the request's Accept header: scripts take anything, browsers ask for a page */
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
 * Where a request may be sent on to: a path with its query, on this origin. What leads elsewhere, or cannot be
 * read, leads to the home page. The address is parsed as browsers do, because prefixes deceive (`/\t/evil.example`).
 */
export function safeRedirectPath(wanted: string | null, origin: string): string {
  const url = wanted ? resolved(wanted, origin) : undefined;
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search;
  // a path of two slashes would be read as another host
  return resolved(path, origin)?.origin === origin ? path : "/";
}

function resolved(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
