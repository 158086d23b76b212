import { createServices } from "../../../server/services.ts";
import { disposable } from "../disposable.ts";
import { listen } from "./listen.ts";

/** An upstream that sends a test's answers by path, and a site's services in front of it. */
export async function startAnsweringUpstream({ boughtMark = "已购买" } = {}) {
  const state = {
    /** By path; a path without an answer gets a 500. */
    answers: {} as Record<string, object>,
    /** The requested paths. */
    asked: [] as string[],
  };
  const upstream = await listen((request, response) => {
    const { url = "" } = request;
    state.asked.push(url);
    const answer = state.answers[url];
    response.writeHead(answer ? 200 : 500).end(JSON.stringify(answer ?? {}));
  });
  const services = createServices(
    {
      url: upstream.url,
      aesKey: Buffer.alloc(16, 1),
      aesIv: Buffer.alloc(16, 2),
      securityHeader: "x-security-flag: 1",
      boughtMark,
      timeoutMs: 2_000,
    },
    ["s".repeat(32)],
  );
  return disposable(
    Object.assign(state, {
      services,
      async stop() {
        await services.close();
        await upstream.stop();
      },
    }),
  );
}
