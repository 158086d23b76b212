import { createVisitor, phone } from "../support/site.ts";

/**
 * The home page with a question that it does not know. No answer to that is kept, so it is rendered anew each time,
 * from upstream data that is at hand: a document's miss without an upstream's.
 */
export const RENDERED_ANEW = "/?unknown={n}";

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

/** Those of one who has been here before and is a guest with an account of its own. */
export async function returningVisit(site: string, gate: "open" | "closed") {
  const visitor = createVisitor(fetch, site);
  for (const path of ["/", "/member"]) await visitor.read(path);
  if (gate === "closed") visitor.cookies.delete("adult");
  return withCookies(visitor.cookies);
}
