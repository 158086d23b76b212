import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The secret that seals cookies and addresses, for deployments that set none: made once and kept in the data
 * folder, so that visitors stay known after a restart.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "session-secret");
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx' lets only the first of several starting processes write
    await writeFile(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
