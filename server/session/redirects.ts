import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

export type Flash = {
  /** Answers a native form with a 303, so that reloading does not submit again; undefined for scripts. */
  redirectNativeForm(location: string, message?: string): Response | undefined;
  /** Returns the message once, or twice if the document is incomplete: a browser without scripts then reloads it. */
  takeFlash(): string | undefined;
};

/** @param options.accept browsers ask for HTML, scripts accept anything */
export function createFlash(options: {
  accept: string;
  session: Session;
  cacheability: Cacheability;
}): Flash {
  const { session, cacheability } = options;
  return {
    redirectNativeForm(location, message) {
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

/** Parses the address as browsers do, as checking prefixes is not enough: `/\t/evil.example`. */
export function safeRedirectPath(wanted: string | null, origin: string): string {
  const url = wanted ? resolve(wanted, origin) : undefined;
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search;
  // browsers would read two leading slashes as another host
  return resolve(path, origin)?.origin === origin ? path : "/";
}

function resolve(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
