import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

/** @param options.accept browsers ask for HTML, scripts accept anything */
export function createFlash(options: {
  accept: string;
  session: Session;
  cacheability: Cacheability;
}) {
  const { session, cacheability } = options;
  return {
    /** Answers a native form with a 303, so that reloading does not submit again; undefined for scripts. */
    redirectNativeForm(location: string, message?: string): Response | undefined {
      if (!options.accept.includes("text/html")) return undefined;
      if (message !== undefined) session.update({ flash: message });
      return new Response(null, { status: 303, headers: { location } });
    },
    /** Returns the message once, or twice if the document is incomplete: a browser without scripts then reloads it. */
    takeFlash() {
      const { flash } = session;
      if (flash !== undefined && !cacheability.incomplete) session.update({ flash: undefined });
      return flash;
    },
  };
}

/** Parses the address as browsers do, as checking prefixes is not enough: `/\t/evil.example`. */
export function safeRedirectPath(wanted: string | null, origin: string): string {
  const resolve = (address: string) =>
    URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  const url = wanted ? resolve(wanted) : undefined;
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search;
  // browsers would read two leading slashes as another host
  return resolve(path)?.origin === origin ? path : "/";
}
