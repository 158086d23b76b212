import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmbeddedUpstream } from "./embedded.ts";
import { keyBytes } from "./keys.ts";
import { folderForTest } from "./testing/folder.ts";

const start = (dataDir: string) =>
  startEmbeddedUpstream({
    entry: new URL("./main.ts", import.meta.url),
    dataDir,
    execArgv: ["--import", "tsx"],
  });

it("runs in a process of its own, keeps its keys to itself and its data folder from others", async () => {
  const dataDir = await folderForTest();
  const first = await start(dataDir);
  expect((await fetch(`${first.url}/covers/aurora-1.svg`)).status).toBe(200);
  expect([first.aesKey.length, first.aesIv.length]).toEqual([32, 16]);
  await expect(start(dataDir)).rejects.toThrow(/^DATA_DIR=.*正被另一个进程使用/);

  const keysFile = join(dataDir, "upstream", "keys.json");
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(await readFile(keysFile, "utf8"));
  expect(keyBytes(keys.aesKey)).toEqual(first.aesKey);
  await first.stop();

  const second = await start(dataDir);
  expect(second.aesKey).toEqual(first.aesKey);
  const ended = new Promise((resolve) => second.onExit(resolve));
  await second.stop();
  await expect(Promise.race([ended, Promise.resolve("stopped quietly")])).resolves.toBe(
    "stopped quietly",
  );
}, 60_000);

it("says in one line that keys.json is broken", async () => {
  const dataDir = await folderForTest();
  const first = await start(dataDir);
  await first.stop();
  await writeFile(join(dataDir, "upstream", "keys.json"), "{}");
  await expect(start(dataDir)).rejects.toThrow(/^\S+keys\.json 的内容无效：删除该文件[^\n]*$/);
}, 60_000);
