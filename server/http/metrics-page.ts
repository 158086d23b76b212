import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Metrics } from "./metrics.ts";

/** What proxies write on requests that they hand on: such a request comes from elsewhere, whoever its peer is. */
const handedOn = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

const loopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/**
 * The metrics, for this machine itself and for whoever knows the token. For everybody else the page does not exist.
 *
 * @param peer the address at the other end of the connection
 */
export const metricsPage =
  (metrics: Pick<Metrics, "page">, peer: (c: Context) => string, token: string | undefined) =>
  async (c: Context): Promise<Response> => {
    const here = loopback.test(peer(c)) && !handedOn.some((name) => c.req.header(name));
    const known = token !== undefined && same(c.req.header("authorization"), `Bearer ${token}`);
    if (!here && !known) return c.notFound();
    const { type, text } = await metrics.page();
    return c.body(text, 200, { "content-type": type });
  };

function same(one = "", other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}
