import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskCache } from "./disk-cache.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
};
const total = async () => {
  const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};
const bytes = (size: number, fill = 7) => Buffer.alloc(size, fill);
const open = (maxBytes = 1_000_000) => createDiskCache({ folder, maxBytes });
const longAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("later and concurrent processes can read a stored picture", async () => {
  const [one, beside] = [open(), open()];
  await one.put("a", bytes(500));
  expect(await beside.read("a")).toEqual(bytes(500));
  expect(await open().read("a")).toEqual(bytes(500));
  expect(await open().read("b")).toBeUndefined();
});

test("a truncated or foreign file is not a picture, and is removed", async () => {
  const cache = open();
  await cache.put("a", bytes(500));
  const [path = ""] = await files();
  const whole = await readFile(path);
  const wrong = [
    whole.subarray(0, 200),
    Buffer.alloc(0),
    Buffer.from("somebody else's"),
    flipped(whole),
  ];
  for (const content of wrong) {
    await writeFile(path, content);
    expect(await cache.read("a")).toBeUndefined();
    expect(await files()).toEqual([]);
    await cache.put("a", bytes(500));
  }
});

const flipped = (file: Buffer) => {
  const copy = Buffer.from(file);
  copy[copy.length - 1] = 0;
  return copy;
};

test("all files together stay within the limit, and the least recently used are removed first", async () => {
  const cache = open(100_000);
  for (let index = 0; index < 200; index += 1) {
    await cache.put(`${index}`, bytes(2_000));
    if (index > 0) continue;
    const [first = ""] = await files();
    await utimes(first, longAgo(1), longAgo(1));
  }
  expect(await total()).toBeLessThanOrEqual(110_000);
  expect(await cache.read("0")).toBeUndefined();
  expect(await cache.read("199")).toEqual(bytes(2_000));
});

test("reading a picture keeps it in the cache", async () => {
  const cache = open(100_000);
  await cache.put("used", bytes(2_000));
  const [used = ""] = await files();
  await utimes(used, longAgo(5), longAgo(5));
  await cache.read("used");
  expect((await stat(used)).mtimeMs).toBeGreaterThan(longAgo(1).getTime());
});

test("files that a dead process has left half-written are removed eventually", async () => {
  const cache = open(100_000);
  await cache.put("a", bytes(100));
  const [path = ""] = await files();
  const [old, fresh] = [`${path}.old.tmp`, `${path}.fresh.tmp`];
  for (const temporary of [old, fresh]) await writeFile(temporary, "half");
  await utimes(old, longAgo(2), longAgo(2));
  // the next process sweeps the folder before its first write
  await open(100_000).put("b", bytes(100));
  expect(await files()).toEqual(expect.arrayContaining([fresh]));
  expect(await files()).not.toContain(old);
});

test("an unwritable folder only disables the cache", async () => {
  const file = join(folder, "no-folder");
  await writeFile(file, "");
  const cache = createDiskCache({ folder: join(file, "pictures"), maxBytes: 1_000 });
  await cache.put("a", bytes(10));
  await cache.touch("a");
  expect(await cache.read("a")).toBeUndefined();
});
