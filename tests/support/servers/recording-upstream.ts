import { type IncomingHttpHeaders, request } from "node:http";
import { disposable } from "../disposable.ts";
import { listen } from "./listen.ts";

/** A proxy in front of an upstream or a site that records requests, and answers the paths in `broken` with 500. */
export async function startRecordingUpstream(upstreamUrl: string) {
  const calls: { method?: string; path: string; headers: IncomingHttpHeaders }[] = [];
  const broken = new Set<string>();
  const tokens = new Set<string>();
  const front = await listen((incoming, response) => {
    const path = incoming.url ?? "";
    calls.push({ method: incoming.method, path, headers: incoming.headers });
    if (incoming.headers.token) tokens.add(String(incoming.headers.token));
    if (broken.has(path)) return response.writeHead(500).end();
    const forwarded = request(upstreamUrl + path, {
      method: incoming.method,
      headers: incoming.headers,
      // the other side may close a kept connection just when it is used again
      agent: false,
    });
    incoming.pipe(forwarded);
    forwarded.on("error", () => response.destroy());
    forwarded.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
  });
  return disposable({
    url: front.url,
    stop: front.stop,
    broken,
    /** The tokens of the members who have called. */
    tokens,
    total: () => calls.length,
    /** The headers of the calls after the first `total`. */
    headersSince: (total: number) => calls.slice(total).map(({ headers }) => headers),
    /** The paths of GET requests: a page also sends POST requests to its own address. */
    asked: (pattern: RegExp) =>
      calls.flatMap(({ method, path }) => (method === "GET" && pattern.test(path) ? path : [])),
    count: (path: string) => calls.filter((call) => call.path === path).length,
  });
}
