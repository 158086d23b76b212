import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  freePort,
  runProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { createVisitor, type Visitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const main = "build/machine/main.js";
const visitorOf = (url: string) => createVisitor(fetch, url);
/** The number of child processes. */
const childrenOf = (pid: number | undefined) => {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).length;
};
const memberCode = async (visitor: Visitor) =>
  /"code":"(\d+)"/.exec(await visitor.read("/member"))?.[1];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.stop());

describe("without settings", () => {
  test("the site starts its own upstream, serves, keeps its visitors over a restart, and exits cleanly", async () => {
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    const settings = { PORT, DATA_DIR: folder.path };
    await using first = runProgram(main, [], settings);
    await untilReady(first, url);
    const visitor = visitorOf(url);
    expect(await visitor.read("/")).toMatch(/href="\/videoinfo\?id=\d+"/);
    const member = await memberCode(visitor);
    expect(member).toBeTruthy();
    expect(childrenOf(first.child.pid)).toBe(1);
    expect(await first.stop()).toBe(0);

    await using second = runProgram(main, [], settings);
    await untilReady(second, url);
    expect(await memberCode(visitor)).toBe(member);

    await using third = runProgram(main, [], { ...settings, PORT: String(await freePort()) });
    expect(await third.exited).toBe(1);
    expect(third.output.err.trim()).toMatch(/^启动失败：DATA_DIR.*\n?$/);
    expect(third.output.err.trim().split("\n")).toHaveLength(1);

    await using fourth = runProgram(main, [], { ...settings, DATA_DIR: `${folder.path}/other` });
    expect(await fourth.exited).toBe(1);
    expect(fourth.output.err.trim()).toBe(
      `启动失败：PORT 现在是 ${PORT}，该端口已被占用，请换一个端口`,
    );
    expect(await second.stop()).toBe(0);
  });
});

test.each([
  [{ PORT: "80a" }, /^启动失败：PORT 现在是 "80a"，应为：/],
  [{ UPSTREAM_URL: "upstream" }, /^启动失败：UPSTREAM_URL 现在是 "upstream"，应为：/],
  [
    { UPSTREAM_AES_KEY: "fifteen bytes.." },
    /^启动失败：UPSTREAM_AES_KEY 现在是 15 字节的内容，应为：/,
  ],
])("%j stops the start with a one-line error", async (settings, line) => {
  await using program = runProgram(main, [], { DATA_DIR: folder.path, ...settings });
  expect(await program.exited).toBe(1);
  expect(program.output.err.trim()).toMatch(line);
  expect(program.output.err.trim().split("\n")).toHaveLength(1);
});

describe("with a custom upstream", () => {
  let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
  let settings: Record<string, string>;
  beforeAll(async () => {
    upstream = await startTestUpstream();
    settings = {
      UPSTREAM_URL: upstream.url,
      UPSTREAM_AES_KEY: upstream.settings.aesKey,
      UPSTREAM_AES_IV: upstream.settings.aesIv,
      UPSTREAM_SECURITY_HEADER: upstream.settings.securityHeader,
      SESSION_SECRET: "a-session-secret-of-thirty-two-characters",
    };
  });
  afterAll(() => upstream.stop());

  test("the same journey works and no other upstream is started", async () => {
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    await using program = runProgram(main, [], { ...settings, PORT, DATA_DIR: folder.path });
    const visitor = visitorOf(url);
    await expect.poll(() => visitor.read("/").catch(() => "")).toContain("精选视频");
    expect(childrenOf(program.child.pid)).toBe(0);

    const home = await visitor.request("/");
    expect(home.headers.get("content-security-policy")).toContain("script-src 'self' 'nonce-");
    const code = /href="\/videoinfo\?id=(\d+)"/.exec(await home.text())?.[1];
    const stream = /\/stream\/[\w./-]+\/index\.m3u8/.exec(
      await visitor.read(`/videoinfo?id=${code}`),
    )?.[0];
    expect(await visitor.read(stream ?? "/none.txt")).toContain("#EXT-X-STREAM-INF");
    const member = await memberCode(visitor);
    expect(member).toBeTruthy();
    expect(await memberCode(visitor)).toBe(member);
    expect(program.output.out).not.toContain("上游还用不了");
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["another IV", { UPSTREAM_AES_IV: "sixteen-letters!" }, /UPSTREAM_AES_IV 不对/],
    ["no server", { UPSTREAM_URL: "http://127.0.0.1:9" }, /连不上 127\.0\.0\.1:9/],
  ])(
    "with %s the first log lines say why the upstream cannot be used",
    async (_what, wrong, why) => {
      const PORT = String(await freePort());
      const all = { ...settings, PORT, DATA_DIR: folder.path };
      await using program = runProgram(main, [], { ...all, ...wrong });
      await expect.poll(() => program.output.out).toMatch(/上游还用不了.*npm run upstream:check/);
      expect(program.output.out).toMatch(why);
      expect(program.output.out).toContain("已启动");
    },
  );
});
