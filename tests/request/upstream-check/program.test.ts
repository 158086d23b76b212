import { expect, test } from "vitest";
import { runSource } from "../../support/servers/program.ts";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import { checkSettings } from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

/** Runs the program like an operator. */
const program = (args: string[], settings: Record<string, string> = {}) =>
  runSource("server/upstream-check/main.ts", args, settings);

test("without settings checks the embedded upstream, which needs none", async () => {
  const { out, err, code } = await program([]);
  expect(err).toBe("");
  expect(out).toMatch(/^上游 http:\/\/127\.0\.0\.1:\d+\n\n调用 +路径 +结果/);
  expect(out).toMatch(
    /video\.detail +POST \/app-api\/cartoon\/getVideoDetail +可用 +200 +0 +已解开 +\d+ +\d+ +\d+\n/,
  );
  expect(out).toMatch(/purchase\.buy .*未问.*需要购买\n/);
  expect(out).toMatch(
    /\n修补（.*\n {2}video\.detail {2}danmuList\[\]\.id {2}×\d+ {2}\d+ → "\d+"\n/,
  );
  expect(out).not.toMatch(/\n(丢弃|原因)/);
  expect(out).toMatch(/\n一切可用（可用 23，未问 27）\n$/);
  expect(code).toBe(0);
});

test("makes one call and the calls it needs, prints JSON, and prints fixes for keys only to terminals", async () => {
  const wrong = { UPSTREAM_AES_KEY: running.upstream.settings.aesKey.replace("hex:", "") };
  const { UPSTREAM_AES_KEY: key } = wrong;
  const settings = checkSettings(running.upstream, running.upstream.url);
  const whole = await program(["--call", "video.detail", "--json"], settings);
  expect(JSON.parse(whole.out)).toMatchObject([
    {
      verdict: 0,
      calls: [{ call: "video.detail", outcome: "ok", data: "encrypted" }],
      causes: [],
    },
  ]);
  expect(whole.code).toBe(0);
  for (const args of [["--json"], []]) {
    const { out, code } = await program(args, { ...settings, ...wrong });
    expect(out).toContain("UPSTREAM_AES_KEY 的写法不对");
    expect(out).not.toContain(key);
    expect(out).not.toContain(running.upstream.settings.securityHeader.split(": ")[1]);
    expect(code).toBe(1);
  }
});

test.each([
  [["--call", "video.none"], {}, /^没有调用 video\.none；有 member\.registerGuest、/],
  [["--write=everything"], {}, /^用法：/],
  [["--what"], {}, /--what/],
  [[], { UPSTREAM_URL: "upstream" }, /^UPSTREAM_URL 现在是 "upstream"，应为：/],
])("%j with %j exits with one line and code 2", async (args, settings, line) => {
  const { err, code } = await program(args, settings);
  expect(err).toMatch(line);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(2);
});
