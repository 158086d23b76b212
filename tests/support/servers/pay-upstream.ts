import { text } from "node:stream/consumers";
import { request as ask } from "undici";
import { disposable } from "../disposable.ts";
import { listen } from "./listen.ts";

/** The body of a pay call. */
type PayCall = Record<string, unknown>;

/**
 * A proxy in front of a reference upstream that records pay calls, and can answer them itself.
 */
export async function startPayFront(upstreamUrl: string) {
  const calls: PayCall[] = [];
  const state: { answer?: unknown; delayMs: number } = { delayMs: 0 };
  const front = await listen(async (request, response) => {
    const body = await text(request);
    const paying = request.url === "/renren-api/api/pay/yianpay";
    if (paying) {
      calls.push(JSON.parse(body));
      await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    }
    if (paying && state.answer !== undefined) {
      response.end(typeof state.answer === "string" ? state.answer : JSON.stringify(state.answer));
      return;
    }
    // the upstream's answers name its files by the Host header, which `fetch` would replace by the upstream's own
    const headers: Record<string, string> = { host: String(request.headers.host) };
    for (const name of ["content-type", "token", "userid", "x-security-flag", "referer"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    const answer = await ask(upstreamUrl + request.url, {
      method: request.method === "POST" ? "POST" : "GET",
      headers,
      ...(body !== "" && { body }),
    });
    response.statusCode = answer.statusCode;
    for (const name of ["content-type", "location"]) {
      const value = answer.headers[name];
      if (value !== undefined) response.setHeader(name, value);
    }
    response.end(Buffer.from(await answer.body.arrayBuffer()));
  });
  return disposable({
    url: front.url,
    calls,
    /** From now on pay calls are answered with this; undefined lets the upstream answer again. */
    answerWith(answer: unknown, delayMs = 0) {
      Object.assign(state, { answer, delayMs });
    },
    stop: front.stop,
  });
}
