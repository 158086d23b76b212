import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadKeys } from "../upstream/settings.ts";
import { sessionSecret } from "./kept-secret.ts";

const newFolder = () => mkdtemp(join(tmpdir(), "chengying-secret-"));

it("the secret is created once, and read from then on", async () => {
  const folder = join(await newFolder(), "data");
  const secret = await sessionSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await sessionSecret(folder)).toBe(secret);
  expect(await readdir(folder)).toEqual(["session-secret"]);
  const { mode } = await stat(join(folder, "session-secret"));
  expect(mode & 0o777, "only its owner can read it").toBe(0o600);
});

it("processes that start together share one secret", async () => {
  const folder = await newFolder();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => sessionSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
});

it.each([
  ["nothing", ""],
  ["a part of it", "0123456789abcdef"],
  ["one character less", "a".repeat(63)],
  ["zeros, as after a crash of the file system", "\0".repeat(64)],
])("a file with %s stops the start with one line that names the file", async (_name, contents) => {
  const folder = await newFolder();
  const file = join(folder, "session-secret");
  await writeFile(file, contents);
  const refusal = await sessionSecret(folder).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^[^\n]*session-secret 的内容无效：[^\n]*$/);
  expect(refusal).toContain(file);
  expect(await readFile(file, "utf8")).toBe(contents);
});

/** The files left by a process that crashes at its first write, as on a full disk. */
async function filesAfterCrash(folder: string, call: string) {
  const args = ["--import", "tsx", "--input-type=module", "--eval", call];
  const command = `ulimit -f 0; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", command, process.execPath, ...args], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  expect(code).not.toBe(0);
  return (await readdir(folder)).filter((name) => !name.endsWith(".new"));
}

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

it("a disk that is full during creation leaves no damaged secret behind", async () => {
  const folder = await newFolder();
  const call = `await (await import(${moduleAt("./kept-secret.ts")})).sessionSecret(${JSON.stringify(folder)})`;
  expect(await filesAfterCrash(folder, call)).toEqual([]);
  expect(await sessionSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
});

it("the reference upstream's keys are stored in the same way", async () => {
  const folder = await newFolder();
  const call = `await (await import(${moduleAt("../upstream/settings.ts")})).loadKeys(${JSON.stringify(folder)})`;
  expect(await filesAfterCrash(folder, call)).toEqual([]);
  const keys = await loadKeys(folder);
  expect(await loadKeys(folder)).toEqual(keys);
  await writeFile(join(folder, "keys.json"), "");
  await expect(loadKeys(folder)).rejects.toThrow(/^[^\n]*keys\.json 的内容无效：[^\n]*$/);
});
