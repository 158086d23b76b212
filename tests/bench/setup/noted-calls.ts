import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { contract } from "../../../server/contract/index.ts";
import { listen } from "../../support/servers/listen.ts";

export interface NotedCall {
  /** What is asked: the path and the body. */
  key: string;
  /** Whether its answer is the same for everybody. */
  shared: boolean;
  /** Milliseconds since the process started. */
  at: number;
}

const sharedPaths = new Set<string>(
  Object.values(contract)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ shared }) => shared)
    .map(({ path }) => path),
);

/** Stands in front of an upstream and notes what it is asked for, and when. */
export async function startNotingUpstream(upstreamUrl: string) {
  const calls: NotedCall[] = [];
  const front = await listen(async (incoming, response) => {
    const at = performance.now();
    const { method, headers, url: path = "" } = incoming;
    const body = await buffer(incoming);
    calls.push({ key: `${path} ${body}`, shared: sharedPaths.has(path), at });
    const forwarded = request(upstreamUrl + path, { method, headers }).end(body);
    const [answer] = await once(forwarded, "response");
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  return { url: front.url, stop: front.stop, calls };
}
