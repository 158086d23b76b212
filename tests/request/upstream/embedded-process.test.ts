import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startEmbeddedUpstream } from "../../../server/upstream/embedded.ts";
import { keyBytes } from "../../../server/upstream/settings.ts";
import { disposable } from "../../support/disposable.ts";
import { folderForTest } from "../../support/folder.ts";

const start = async (dataDir: string, report?: (message: string, detail: object) => void) =>
  disposable(
    await startEmbeddedUpstream({
      report,
      entry: new URL("../../../build/machine/upstream.js", import.meta.url),
      dataDir,
    }),
  );

it("runs in a separate process, does not reveal its keys and locks its data folder", async () => {
  const dataDir = await folderForTest();
  await using first = await start(dataDir);
  expect((await fetch(`${first.url}/covers/aurora-1.svg`)).status).toBe(200);
  expect([first.aesKey.length, first.aesIv.length]).toEqual([32, 16]);
  await expect(start(dataDir)).rejects.toThrow(/^DATA_DIR=.*正被另一个进程使用/);

  const keysFile = join(dataDir, "upstream", "keys.json");
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(await readFile(keysFile, "utf8"));
  expect(keyBytes(keys.aesKey)).toEqual(first.aesKey);
  await first.stop();

  const told: string[] = [];
  await using second = await start(dataDir, (message) => told.push(message));
  expect(second.aesKey).toEqual(first.aesKey);
  await second.stop();
  expect(told).toEqual([]);
});

it("is restarted at the same address when it is killed, any number of times", async () => {
  const dataDir = await folderForTest();
  const told: string[] = [];
  await using upstream = await start(dataDir, (message) => told.push(message));
  const answers = async () => (await fetch(`${upstream.url}/covers/aurora-1.svg`)).status;
  for (const times of [1, 2]) {
    process.kill(upstream.pid ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(told).toHaveLength(2 * times), 100_000);
    expect(await answers()).toBe(200);
  }
  expect(told).toEqual([
    "the embedded upstream exited",
    "the embedded upstream is running again",
    "the embedded upstream exited",
    "the embedded upstream is running again",
  ]);
  await upstream.stop();
  await expect(answers()).rejects.toThrow();
});

it("reports in one line that keys.json is broken", async () => {
  const dataDir = await folderForTest();
  await using first = await start(dataDir);
  await first.stop();
  await writeFile(join(dataDir, "upstream", "keys.json"), "{}");
  await expect(start(dataDir)).rejects.toThrow(
    /^\S+keys\.json 的内容无效：请从备份恢复，或删除该文件[^\n]*$/,
  );
});
