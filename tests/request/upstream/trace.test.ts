import { afterAll, beforeAll, expect, test } from "vitest";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = {} as {
  upstream: Awaited<ReturnType<typeof startTestUpstream>>;
  front: Awaited<ReturnType<typeof startRecordingUpstream>>;
};
beforeAll(async () => {
  running.upstream = await startTestUpstream();
  running.front = await startRecordingUpstream(running.upstream.url);
});
afterAll(async () => {
  await running.front.stop();
  await running.upstream.stop();
});

const startTracedSite = (trustProxy: number) =>
  startSite({ ...running.upstream.forSite, url: running.front.url }, { trustProxy });
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const id = "0123456789abcdef";

/** The headers that the upstream got during a page's render, each value once. */
async function sentWhile(work: () => Promise<Response>) {
  const before = running.front.total();
  const answer = await work();
  await answer.text();
  const sent = running.front.headersSince(before);
  expect(sent).not.toEqual([]);
  const values = (name: string) => [...new Set(sent.map((headers) => headers[name]))];
  return {
    calls: sent.length,
    ids: values("x-request-id"),
    traces: values("traceparent"),
    answered: answer.headers.get("x-request-id"),
  };
}

test("every call has the id of the visitor's request, also those that register the visitor", async () => {
  await using site = await startTracedSite(0);
  const { calls, ids, traces, answered } = await sentWhile(() =>
    site.visit().request("/member", { headers: { traceparent, "x-request-id": id } }),
  );
  expect(calls).toBeGreaterThanOrEqual(2);
  expect(ids).toEqual([answered]);
  expect(answered).toMatch(/^[\da-f-]{36}$/);
  expect(traces, "nobody is trusted to name a trace").toEqual([undefined]);
});

test("behind a proxy, the upstream gets the proxy's request id and trace", async () => {
  await using site = await startTracedSite(1);
  const sent = await sentWhile(() =>
    site.visit().request("/member", { headers: { traceparent, "x-request-id": id } }),
  );
  expect(sent).toMatchObject({ ids: [id], traces: [traceparent], answered: id });
});

test("a shared document is rendered with a separate id, without a trace", async () => {
  await using site = await startTracedSite(1);
  const { ids, traces } = await sentWhile(() =>
    site.visit().request("/", { headers: { traceparent, "x-request-id": id } }),
  );
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(traces).toEqual([undefined]);
});
