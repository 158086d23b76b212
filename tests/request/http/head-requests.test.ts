import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../support/servers/listen.ts";
import { startSite } from "../../support/servers/site.ts";
import { someKeys } from "../../support/servers/upstream-keys.ts";

test("a HEAD request for a stream leaves no connection to its origin open", async () => {
  const answers: ServerResponse[] = [];
  const origin = await listen((_request, response) => {
    answers.push(response);
    response.writeHead(200, { "content-type": "video/mp4" }).write(Buffer.alloc(1024 * 1024));
  });
  const site = await startSite({ ...someKeys, url: origin.url });
  onTestFinished(async () => {
    await site.stop();
    await origin.stop();
  });
  const device = randomUUID();
  const grantFor = async () => ({ preview: null });
  const streams = site.services.streamsFor({ device, memberCode: undefined, grantFor });
  const address = streams.address({ url: `${origin.url}/film.mp4`, video: "1", episode: 1 });
  const session = site.services.sealer.seal("session", JSON.stringify({ device }));

  const asked = { method: "HEAD", headers: { cookie: `visitor=${session}` } };
  expect((await site.send(address, asked)).status).toBe(200);
  const [answer] = answers;
  if (answer && !answer.closed) await once(answer, "close");
  expect(answer?.closed).toBe(true);
});

test("the head alone is the same as with its body", async () => {
  const site = await startSite({ ...someKeys, url: "http://127.0.0.1:9" });
  onTestFinished(() => site.stop());
  for (const path of ["/healthz", "/login.mp4", "/image/made-up", "/manifest.webmanifest"]) {
    const headersOf = async (method: string) => [...(await site.send(path, { method })).headers];
    const names = async (method: string) => (await headersOf(method)).map(([name]) => name);
    expect(await names("HEAD"), path).toEqual(await names("GET"));
  }
});
