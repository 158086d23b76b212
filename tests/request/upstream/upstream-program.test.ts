import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { folderForTest } from "../../support/folder.ts";

/** The built upstream alone, as `npm run upstream` and the image run it, until the end of the test at the latest. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ["build/machine/upstream.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return child;
}

it("prints the settings that a site needs, and exits cleanly on request", async () => {
  const child = run({ DATA_DIR: await folderForTest() });
  const [printed] = await once(child.stdout, "data");
  const names = String(printed).match(/^[A-Z_]+(?==\S)/gm);
  expect(names).toEqual([
    "UPSTREAM_URL",
    "UPSTREAM_AES_KEY",
    "UPSTREAM_AES_IV",
    "UPSTREAM_SECURITY_HEADER",
    "UPSTREAM_BOUGHT_MARK",
  ]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

it.each([
  ["PORT", "70000", "PORT=70000 无效"],
  ["PORT", "abc", "PORT=abc 无效"],
  ["PUBLIC_ORIGIN", "ftp://x", "PUBLIC_ORIGIN=ftp://x 无效"],
  ["DATABASE_URL", "mysql://user:secret@host/x", "DATABASE_URL 无效"],
  ["HOST", "192.0.2.1", "HOST=192.0.2.1 不是本机地址"],
])("a wrong %s (%s) stops the start with a one-line error", async (name, value, line) => {
  const child = run({ DATA_DIR: await folderForTest(), [name]: value });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(message).toMatch(new RegExp(`^${line}[^\\n]*\\n$`));
  expect(code).toBe(1);
});

it("a port in use stops the start with a one-line error", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const child = run({ DATA_DIR: await folderForTest(), PORT: String(port) });
  expect(await text(child.stderr)).toMatch(new RegExp(`^PORT=${port} 已被占用[^\\n]*\\n$`));
});

it("takes its keys from the settings, which must contain all of them, and does not print them", async () => {
  const keys = {
    UPSTREAM_AES_KEY: `hex:${"0f".repeat(32)}`,
    UPSTREAM_AES_IV: `hex:${"1e".repeat(16)}`,
    UPSTREAM_SECURITY_HEADER: "X-Security-Flag: something-secret",
  };
  const child = run({ DATA_DIR: await folderForTest(), ...keys });
  const [printed] = await once(child.stdout, "data");
  expect(String(printed)).toMatch(/^UPSTREAM_URL=\S+\n$/);
  child.kill("SIGTERM");
  await once(child, "exit");

  const lacking = run({ ...keys, DATA_DIR: await folderForTest(), UPSTREAM_AES_IV: "" });
  expect(await text(lacking.stderr)).toMatch(/^UPSTREAM_AES_IV 未设置[^\n]*\n$/);
});
