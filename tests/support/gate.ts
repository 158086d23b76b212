import { once } from "node:events";
import { request } from "node:http";
import { listen } from "./faulty-upstream.ts";

/** Stands in front of an upstream and can be shut: calls then hang, as with a server that never answers. */
export async function startGate(upstreamUrl: string) {
  const state = { open: true };
  const front = await listen(async (incoming, response) => {
    if (!state.open) return;
    const forwarded = request(upstreamUrl + incoming.url, {
      method: incoming.method,
      headers: incoming.headers,
    });
    incoming.pipe(forwarded);
    const [answer] = await once(forwarded, "response");
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  return {
    url: front.url,
    stop: front.stop,
    shut: () => {
      state.open = false;
    },
    open: () => {
      state.open = true;
    },
  };
}
