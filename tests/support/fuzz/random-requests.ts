import fc from "fast-check";
import { oddBodies } from "./random-bodies.ts";
import { nameOrOdd, oddText } from "./random-texts.ts";

/** A request that any client might send. */
export interface OddRequest {
  /** With its query. */
  path: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

const queryNames =
  "id share page tag item searchStr title type sonType index to shelf batch only w private video episode ep " +
  "known sent saved cleared confirm account _routes";

const sensible = new Map<string, string[]>(
  Object.entries({
    id: ["130001", "100001", "82345678"],
    only: ["rows", "batch"],
    private: ["1"],
    _routes: ["root", "routes/unknown", "features/home/home.route"],
  }),
);

const encoded = (text: string) =>
  encodeURIComponent(text.replace(/[\ud800-\udfff]/g, (half) => (half === text ? "" : "\ufffd")));

const parameter = nameOrOdd(queryNames).chain((name) =>
  fc
    .oneof(oddText, fc.constantFrom(...(sensible.get(name) ?? ["1", "2", "130001"])))
    .chain((value) =>
      fc
        .constantFrom(encoded(value), encoded(value), value.replace(/[^\x21-\x7e]|[#&]/g, "%"))
        .map((written) => `${encoded(name)}=${written}`),
    ),
);

const query = fc
  .array(parameter, { maxLength: 5 })
  .map((parameters) => (parameters.length > 0 ? `?${parameters.join("&")}` : ""));

/** Header values may contain only Latin-1 characters, and no line breaks. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?").trim();
const header = (...likely: string[]) =>
  fc.option(fc.oneof(fc.constantFrom(...likely), oddText.map(asHeader)), {
    nil: undefined,
    freq: 3,
  });

const phone =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const headers = fc
  .record({
    accept: header("text/html,application/xhtml+xml", "text/html", "image/avif,*/*", "*/*"),
    "accept-encoding": header("gzip", "br", "identity;q=0", "*", "gzip;q=2, br;q=-1"),
    "accept-language": header("zh-CN", "en"),
    range: header("bytes=0-99", "bytes=-1", "bytes=5-1", "bytes=0-0,2-3", "chunks=1-2"),
    "if-none-match": header("*", '"x"', 'W/"x"', ""),
    "if-modified-since": header("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday"),
    "user-agent": header(phone, "Googlebot/2.1", "facebookexternalhit/1.1", "curl/8", ""),
    referer: header("http://site.test/", "https://evil.example/", "not an address"),
    "x-forwarded-for": header("203.0.113.7", "::1, ::2", "not an address"),
    "x-forwarded-proto": header("https", "http,https", "gopher"),
    "x-forwarded-host": header("evil.example", "site.test:99999"),
    "sec-purpose": header("prefetch"),
    authorization: header("Basic eDp5"),
  })
  .map((all) =>
    Object.fromEntries(Object.entries(all).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
  ) as fc.Arbitrary<Record<string, string>>;

const methods = fc.oneof(
  { arbitrary: fc.constant("GET"), weight: 9 },
  { arbitrary: fc.constant("POST"), weight: 9 },
  { arbitrary: fc.constantFrom("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"), weight: 2 },
);

/** Content-Length is right, wrong or missing; Origin is this site or another. */
const bodyHeaders = (length: number) =>
  fc.record({
    origin: fc.constantFrom(
      ...Array<string>(12).fill("http://site.test"),
      "null",
      "https://x.test",
    ),
    "content-length": fc.constantFrom(...Array<string>(12).fill(`${length}`), "", "-1", "1e9"),
  });

/**
 * Requests for a route.
 *
 * @param pattern as in the routes of the build, with `:name` and `*`
 * @param real values of the pattern's parameters for which there is a page
 * @param cookies Cookie headers of different visitors
 */
export function oddRequests(
  pattern: string,
  real: readonly string[],
  cookies: readonly string[],
): fc.Arbitrary<OddRequest> {
  const value = fc.oneof(oddText.map(encoded), fc.constantFrom("x", ...real));
  const pieces = pattern
    .split("/")
    .map((piece) => (/^:|^\*$/.test(piece) ? value : fc.constant(piece)));
  const path = fc
    .tuple(fc.tuple(...pieces), fc.constantFrom("", "", ".data", "/", "//"), query)
    .map(([parts, end, asked]) => `/${parts.join("/")}${end}${asked}`.replace(/^\/+/, "/"));
  const cookie = fc.oneof(
    { arbitrary: fc.constantFrom(...cookies), weight: 6 },
    { arbitrary: fc.constantFrom(...cookies, "visitor=", "newcomer=").chain(damaged), weight: 1 },
    {
      arbitrary: oddText.map((text) => asHeader(`adult=1; visitor=${text}; newcomer=${text}`)),
      weight: 1,
    },
  );
  return fc
    .record({ path, method: methods, headers, cookie })
    .chain((request): fc.Arbitrary<OddRequest> => {
      const all = { ...request.headers, cookie: request.cookie };
      const plain = { path: request.path, method: request.method };
      if (/GET|HEAD/.test(request.method)) {
        return fc.constant({ ...plain, headers: all, body: undefined });
      }
      return oddBodies.chain(({ type, body }) =>
        bodyHeaders(body.length).map(({ origin, "content-length": length }) => ({
          ...plain,
          headers: {
            ...all,
            origin,
            ...(type && { "content-type": type }),
            ...(length && { "content-length": length }),
          },
          body,
        })),
      );
    });
}

/** A sealed cookie that is truncated or has one character changed. */
const damaged = (cookie: string) =>
  fc
    .nat({ max: Math.max(1, cookie.length - 9) })
    .chain((end) =>
      fc.constantFrom(
        cookie.slice(0, 8 + end),
        `${cookie.slice(0, 8 + end)}A${cookie.slice(9 + end)}`,
      ),
    );
