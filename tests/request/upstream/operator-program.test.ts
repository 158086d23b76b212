import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sendCommand } from "../../../server/upstream/operator/socket.ts";
import { generateKeys } from "../../../server/upstream/settings.ts";
import { startUpstream } from "../../../server/upstream/start.ts";
import { disposable } from "../../support/disposable.ts";
import { folderForTest } from "../../support/folder.ts";
import { runSource } from "../../support/servers/program.ts";

const operator = (dataDir: string, ...words: string[]) =>
  runSource("server/upstream/operator/main.ts", words, {
    NODE_ENV: "production",
    DATA_DIR: dataDir,
  });

it("commands use a running upstream or, when none runs, open the store themselves", async () => {
  const dataDir = await folderForTest();
  await using upstream = disposable(await startUpstream({ dataDir }));
  expect(await operator(dataDir, "config", "set", "shikan", "44")).toMatchObject({
    out: "shikan = 44\n",
    code: 0,
  });
  expect(await operator(dataDir, "video", "hide", "1")).toMatchObject({
    err: "没有视频 1\n",
    code: 1,
  });
  await expect(sendCommand(dataDir, generateKeys(), ["config", "list"])).rejects.toThrow(
    "密钥不符",
  );
  await upstream.stop();
  expect((await operator(dataDir, "config", "list")).out).toContain("shikan = 44");
  expect((await operator(dataDir, "chat", "list")).out).toBe("还没有客服消息\n");
});

it("a data folder that is a file is refused with one line", async () => {
  const file = join(await folderForTest(), "file");
  await writeFile(file, "");
  expect((await operator(file, "config", "list")).err).toMatch(
    /^DATA_DIR=\S+ 不是可写的目录[^\n]*\n$/,
  );
});
