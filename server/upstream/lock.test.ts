import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DataDirLocked, lockDataDir } from "./lock.ts";

const newFolder = () => mkdtemp(join(tmpdir(), "chengying-lock-"));

/** Starts a process that holds the lock of a folder. */
async function startHolder(folder: string) {
  const code = `
    const { lockDataDir } = await import(${JSON.stringify(new URL("./lock.ts", import.meta.url).href)});
    await lockDataDir(${JSON.stringify(folder)});
    setInterval(() => {}, 1000);
    console.log("held");`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", code];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

it("a second lock on the folder is refused with one line that says what to do", async () => {
  const folder = await newFolder();
  const lock = await lockDataDir(folder);
  const refusal = await lockDataDir(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirLocked);
  expect(String(refusal)).toMatch(/^[^\n]*DATA_DIR=[^\n]*请先停止[^\n]*$/);
  await lock.release();
  await (await lockDataDir(folder)).release();
});

it("two paths of one folder share one lock", async () => {
  const folder = await newFolder();
  await symlink(folder, `${folder}-link`);
  const lock = await lockDataDir(folder);
  await expect(lockDataDir(`${folder}-link`)).rejects.toBeInstanceOf(DataDirLocked);
  await lock.release();
});

it("a data folder that is a file is refused with one line that names the setting", async () => {
  const file = join(await newFolder(), "file");
  await writeFile(file, "");
  await expect(lockDataDir(file)).rejects.toThrow(/^DATA_DIR=\S+ 不是可写的目录[^\n]*$/);
});

it("a killed process leaves no lock behind", async () => {
  const folder = await newFolder();
  const child = await startHolder(folder);
  await expect(lockDataDir(folder)).rejects.toBeInstanceOf(DataDirLocked);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await (await lockDataDir(folder)).release();
});

it("the lock of an earlier process with the same id is ignored", async () => {
  const folder = await newFolder();
  const file = join(folder, "upstream.lock");
  const lock = await lockDataDir(folder);
  const held = await readFile(file, "utf8");
  await lock.release();
  await writeFile(file, held.replace(/^\d+ \d*/, `${process.pid} 1`));
  await (await lockDataDir(folder)).release();
});

/** Another container, in which our processes are not visible. */
const elsewhere = { namespace: "another container", staleMs: 3_000 };

it("a process in another container is refused as long as the holder runs", async () => {
  const folder = await newFolder();
  const lock = await lockDataDir(folder);
  await expect(lockDataDir(folder, elsewhere)).rejects.toBeInstanceOf(DataDirLocked);
  await lock.release();
  await (await lockDataDir(folder, elsewhere)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("if two processes start at the same moment, one gets the folder", async () => {
  const folder = await newFolder();
  const starts = await Promise.allSettled([
    lockDataDir(folder, { namespace: "one" }),
    lockDataDir(folder, { namespace: "other" }),
  ]);
  const held = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(held).toHaveLength(1);
  await held[0]?.release();
});

it("the lock of a killed process in another container is taken over once its heartbeat has stopped for a while", async () => {
  const folder = await newFolder();
  const child = await startHolder(folder);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(await readdir(folder)).toEqual(["upstream.lock"]);
  const before = performance.now();
  const lock = await lockDataDir(folder, { ...elsewhere, staleMs: 1_500 });
  expect(performance.now() - before).toBeGreaterThan(1_400);
  await lock.release();
});
