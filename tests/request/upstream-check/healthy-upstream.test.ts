import { expect, test } from "vitest";
import type { WriteLevel } from "../../../server/upstream-check/steps.ts";
import { listen } from "../../support/servers/listen.ts";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import { check, checkSettings } from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

test.each<[WriteLevel, number]>([
  ["read", 23],
  ["write", 29],
  ["all", 44],
])(
  "level %s makes all allowed calls, decrypts all answers and finds no fault",
  async (level, asked) => {
    const checked = await check(checkSettings(running.upstream, running.upstream.url), { level });
    expect(checked.causes).toEqual([]);
    expect(checked.verdict).toBe(0);
    const ok = checked.calls.filter(({ outcome }) => outcome === "ok");
    expect(ok).toHaveLength(asked);
    expect(checked.calls).toHaveLength(50);
    const rest = checked.calls.filter(({ outcome }) => outcome !== "ok");
    for (const { call, outcome, cause } of rest) {
      expect([call, outcome]).toEqual([call, "skipped"]);
      expect(cause?.message).toMatch(level === "all" ? /^需要/ : /^(会写入|需要)/);
    }
    const repaired = ok.flatMap(({ repairs }) => repairs.map(({ field }) => field));
    expect(repaired).toEqual(["danmuList[].id"]);
    for (const { status, code, dropped, bytes } of ok) {
      expect({ status, code, dropped }).toEqual({
        status: 200,
        code: "0",
        dropped: { times: 0 },
      });
      expect(bytes).toBeGreaterThan(8);
    }
  },
);

test("public calls that require a token are repeated with the guest's", async () => {
  await using front = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (!request.headers.token && !request.url?.includes("auto-register")) {
      return response.end(JSON.stringify({ code: 8000 }));
    }
    const headers = {
      token: String(request.headers.token ?? ""),
      "x-security-flag": String(request.headers["x-security-flag"]),
    };
    const { method = "" } = request;
    const answer = await fetch(running.upstream.url + request.url, {
      method,
      headers,
      ...(method === "POST" && { body }),
    });
    response.end(await answer.text());
  });
  const checked = await check(checkSettings(running.upstream, front.url));
  expect(checked).toMatchObject({ verdict: 0, causes: [] });
  expect(checked.calls.find(({ call }) => call === "video.index")?.withToken).toBe(true);
});
