import { text } from "node:stream/consumers";
import { listen } from "./listen.ts";

/** The body of a pay call, as it travelled. */
type PayCall = Record<string, unknown>;

/**
 * Stands in front of a reference upstream: keeps the pay calls that pass, and can answer them in its place.
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
    const headers = new Headers({ host: String(request.headers.host) });
    for (const name of ["content-type", "token", "userid", "x-security-flag", "referer"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const answer = await fetch(upstreamUrl + request.url, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(body !== "" && { body }),
    });
    const location = answer.headers.get("location");
    const type = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, {
      "content-type": type,
      ...(location !== null && { location }),
    });
    response.end(
      type.includes("json")
        ? (await answer.text()).replaceAll(upstreamUrl, front.url)
        : Buffer.from(await answer.arrayBuffer()),
    );
  });
  return {
    url: front.url,
    calls,
    /** From now on pay calls are answered with this; undefined lets the upstream answer again. */
    answerWith(answer: unknown, delayMs = 0) {
      Object.assign(state, { answer, delayMs });
    },
    stop: front.stop,
  };
}
