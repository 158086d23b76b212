import type { IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { someKeys } from "../../support/servers/hanging-upstream.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSite } from "../../support/servers/site.ts";

const REGISTRATION = "/renren-api/api/auto-register";
const config = { shikan: 15 };

/** A site in front of an upstream whose answers `answer` returns. */
async function siteBefore(answer: (call: IncomingMessage) => object) {
  const paths: string[] = [];
  const upstream = await listen((call, response) => {
    paths.push(call.url ?? "");
    response.end(JSON.stringify(answer(call)));
  });
  const site = await startSite({ ...someKeys, url: upstream.url });
  onTestFinished(async () => {
    await site.stop();
    await upstream.stop();
  });
  return { site, paths };
}

test("public calls use the service account's token if the upstream requires one", async () => {
  const { site, paths } = await siteBefore(({ url, headers }) => {
    if (url === REGISTRATION) return { code: 0, data: { memberCode: "1", token: "own" } };
    return headers.token === "own" ? { code: 0, data: config } : { code: 8000 };
  });
  expect((await site.send("/readyz", {})).status).toBe(200);
  expect(paths.filter((path) => path === REGISTRATION)).toHaveLength(1);
});

test("if the upstream requires a token even for the registration, calls fail at once", async () => {
  const { site, paths } = await siteBefore(() => ({ code: 8000 }));
  expect((await site.send("/readyz", {})).status).toBe(503);
  expect(paths.filter((path) => path === REGISTRATION)).toHaveLength(1);
});
