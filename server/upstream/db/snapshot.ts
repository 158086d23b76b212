import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder, snapshotsFolder } from "../folders.ts";
import { seedRows } from "./seed/seed.ts";

/** A snapshot is a PGlite folder made by the build: copying it takes 0.1 s, creating one 5 s. */

let known: Promise<string> | undefined;

export function snapshotPath(): Promise<string> {
  known ??= findPathByContent();
  return known;
}

async function findPathByContent(): Promise<string> {
  const hash = createHash("sha256");
  const files = await readdir(migrationsFolder);
  for (const file of files.filter((name) => name.endsWith(".sql")).sort()) {
    hash.update(await readFile(join(migrationsFolder, file)));
  }
  for (const [, rows] of seedRows()) hash.update(JSON.stringify(rows));
  return join(snapshotsFolder, `seed-${hash.digest("hex").slice(0, 16)}`);
}

/** Undefined if the build has made none, or only an outdated one. */
export async function findSnapshot(): Promise<string | undefined> {
  if (!existsSync(snapshotsFolder)) return undefined;
  const path = await snapshotPath();
  return existsSync(path) ? path : undefined;
}

/** Copies many files concurrently: seven times as fast as `fs.cp`. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      return entry.isDirectory()
        ? copyFolder(source, target)
        : copyFile(source, target, constants.COPYFILE_FICLONE);
    }),
  );
}
