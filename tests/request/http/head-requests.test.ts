import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { someKeys } from "../../support/servers/hanging-upstream.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSite } from "../../support/servers/site.ts";

test("a HEAD request for a stream leaves no connection to its origin open", async () => {
  const answers: ServerResponse[] = [];
  const playlist = "#EXTM3U\n#EXTINF:6,\nfilm.mp4\n#EXT-X-ENDLIST\n";
  const origin = await listen((request, response) => {
    if (request.url === "/film.m3u8") return response.end(playlist);
    answers.push(response);
    return response.writeHead(200, { "content-type": "video/mp4" }).write(Buffer.alloc(1 << 20));
  });
  const site = await startSite({ ...someKeys, url: origin.url });
  onTestFinished(async () => {
    await site.stop();
    await origin.stop();
  });
  const streams = site.services.streamsFor({
    device: randomUUID(),
    address: "",
    memberCode: undefined,
    grantFor: async () => ({ preview: null }),
    commonGrant: async () => ({ preview: null }),
    streamAt: async () => ({ video: "1", episode: "1", url: `${origin.url}/film.m3u8` }),
  });
  const shown = await streams.play({ video: "1", source: 0, episode: 0 }, new Request(origin.url));
  const address = /^\/stream\/\S+/m.exec(await shown.text())?.[0] ?? "";

  expect((await site.send(address, { method: "HEAD" })).status).toBe(200);
  const [answer] = answers;
  if (answer && !answer.closed) await once(answer, "close");
  expect(answer?.closed).toBe(true);
});

test("a HEAD request gets the same headers as a GET request", async () => {
  const site = await startSite({ ...someKeys, url: "http://127.0.0.1:9" });
  onTestFinished(() => site.stop());
  for (const path of ["/healthz", "/login.mp4", "/image/made-up", "/manifest.webmanifest"]) {
    const headersOf = async (method: string) => [...(await site.send(path, { method })).headers];
    const names = async (method: string) => (await headersOf(method)).map(([name]) => name);
    expect(await names("HEAD"), path).toEqual(await names("GET"));
  }
});
