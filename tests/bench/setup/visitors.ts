import { createVisitor, phone } from "../../support/servers/site.ts";
import type { Visit } from "./load.ts";

/**
 * The home page with a question that it does not know. No answer to that is kept, so it is rendered anew each time,
 * from upstream data that is at hand: a document's miss without an upstream's.
 */
export const RENDERED_ANEW = "/?unknown={n}";
/** The same of a watch page. */
export const WATCH_RENDERED_ANEW = "/videoinfo?id=100301&unknown={n}";

/** What a phone's browser sends with every request for a page. */
const browser = { "user-agent": phone, "accept-encoding": "gzip, deflate, br", accept: "*/*" };

/** The headers of a visitor with these cookies. */
export const withCookies = (cookies: Map<string, string>) => ({
  ...browser,
  ...(cookies.size > 0 && {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  }),
});

/** The headers of a visitor who comes for the first time, before or after the age gate's question. */
export const firstVisit = (gate: "open" | "closed") =>
  withCookies(new Map(gate === "open" ? [["adult", "1"]] : []));

/** Those of visitors who have been here before and are guests with accounts of their own. */
export async function returningVisits(site: string, count: number) {
  const visitors = { open: [] as Visit["headers"][], closed: [] as Visit["headers"][] };
  while (visitors.open.length < count) {
    const visitor = createVisitor(fetch, site);
    for (const path of ["/", "/member"]) await visitor.read(path);
    visitors.open.push(withCookies(visitor.cookies));
    visitor.cookies.delete("adult");
    visitors.closed.push(withCookies(visitor.cookies));
  }
  return visitors;
}
