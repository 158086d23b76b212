import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { disposable } from "../disposable.ts";
import { listen } from "./listen.ts";

/** Forwards a request to an upstream and returns its answer; undefined if either side has disconnected. */
export async function forwardTo(
  upstreamUrl: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage | undefined> {
  const { method, headers } = incoming;
  const forwarded = request(upstreamUrl + incoming.url, { method, headers });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
  const [answer] = await once(forwarded, "response").catch(() => []);
  return answer;
}

/**
 * A proxy in front of an upstream. While it is shut, calls are never answered; while it holds calls, or those to some
 * paths, they wait until they are released.
 * @param delay in milliseconds, before every call
 * @param always paths that are answered even while it is shut
 */
export async function startGate(upstreamUrl: string, delay = 0, always?: RegExp) {
  const state = { open: true };
  let released = Promise.resolve();
  let release = () => {};
  let isHeld = /./;
  const front = await listen(async (incoming, response) => {
    if (!state.open && !always?.test(incoming.url ?? "")) return;
    if (isHeld.test(incoming.url ?? "")) await released;
    if (delay > 0) await pause(delay);
    const answer = await forwardTo(upstreamUrl, incoming, response);
    if (!answer) return;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  return disposable({
    url: front.url,
    stop: front.stop,
    shut: () => {
      state.open = false;
    },
    open: () => {
      state.open = true;
    },
    hold: (which = /./) => {
      isHeld = which;
      released = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  });
}
