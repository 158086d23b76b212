import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen, someKeys } from "./support/faulty-upstream.ts";
import { startSite } from "./support/site.ts";

test("who asks for the head of a film alone leaves no connection to its origin open", async () => {
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
