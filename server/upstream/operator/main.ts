import { join } from "node:path";
import { openStore } from "../db/open-store.ts";
import { DataDirLocked, type Lock, lockDataDir } from "../lock.ts";
import { keysOf, loadKeys, readUpstreamEnv, type UpstreamEnv } from "../settings.ts";
import { runCommand } from "./commands.ts";
import { sendCommand } from "./socket.ts";

/** `npm run upstream` runs the upstream or, with arguments, one command. */

const DEFAULT_PORT = "4000";

async function runInStore(where: string, argv: string[]): Promise<string> {
  const { db, close } = await openStore(where);
  try {
    return await runCommand(db, argv);
  } finally {
    await close();
  }
}

async function runInDataDir(env: UpstreamEnv, argv: string[]): Promise<string> {
  const dataDir = env.DATA_DIR;
  const folder = join(dataDir, "upstream");
  let lock: Lock;
  try {
    lock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirLocked)) throw error;
    return sendCommand(dataDir, keysOf(env) ?? (await loadKeys(folder)), argv);
  }
  try {
    return await runInStore(join(folder, "db"), argv);
  } finally {
    await lock.release();
  }
}

const run = (env: UpstreamEnv, argv: string[]) =>
  env.DATABASE_URL ? runInStore(env.DATABASE_URL, argv) : runInDataDir(env, argv);

const argv = process.argv.slice(2);
if (argv.length === 0) {
  process.env.PORT ||= DEFAULT_PORT;
  await import("../main.ts");
} else {
  try {
    process.stdout.write(`${await run(readUpstreamEnv(process.env), argv)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
