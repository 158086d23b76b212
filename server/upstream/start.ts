import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Database } from "./db/client.ts";
import { openStore } from "./db/open-store.ts";
import { seedWhenEmpty } from "./db/seed/seed.ts";
import { createApp } from "./http/app.ts";
import { closeWithin, listenOn } from "./http/listen.ts";
import { loadKeys, type UpstreamKeys } from "./keys.ts";
import { lockDataDir } from "./lock.ts";
import { serveOperator } from "./operator/socket.ts";

/** How to start the upstream inside this process. */
export interface StartOptions {
  /** Folder of the site's data; the upstream keeps its own in `upstream/`. Undefined: gone at the end. */
  dataDir?: string;
  /** A PostgreSQL server's database instead of PGlite in the data folder. */
  databaseUrl?: string;
  /** What callers must know; by default kept in the data folder, and made at the first start. */
  keys?: UpstreamKeys;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Base of the addresses in answers; by default the request's own origin. */
  publicOrigin?: string;
  /** Whether a login ends the account's sessions elsewhere; by default it does not. */
  singleSession?: boolean;
  /** Told of faults on our side, which callers see as HTTP 500. */
  onFault?: (error: unknown) => void;
}

/** A running upstream. */
export interface Upstream {
  url: string;
  settings: UpstreamKeys;
  db: Database;
  /** Ends open requests within 2 s, then closes the database and gives the data folder free. */
  stop(): Promise<void>;
}

/**
 * Starts the reference upstream in this process: lock, database, migrations, seed, HTTP.
 * @throws {DataDirLocked} when another process works on the same data folder
 * @throws {Error} one Chinese line when the port is taken or keys.json is broken
 */
export async function startUpstream(options: StartOptions = {}): Promise<Upstream> {
  const { dataDir, port = 0, host = "127.0.0.1" } = options;
  const onStop: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let step = onStop.pop(); step; step = onStop.pop()) await step();
  };
  try {
    if (dataDir) onStop.push((await lockDataDir(dataDir)).release);
    const folder = dataDir ? join(dataDir, "upstream") : await temporaryFolder(onStop);
    const settings = options.keys ?? (await loadKeys(folder));
    const { db, close } = await openStore(options.databaseUrl ?? join(folder, "db"));
    onStop.push(close);
    await seedWhenEmpty(db);

    const app = createApp({ ...options, db, uploads: join(folder, "uploads"), keys: settings });
    const server = createServer(getRequestListener(app.fetch));
    const url = await listenOn(server, port, host);
    onStop.push(() => closeWithin(server, 2000));
    if (dataDir) {
      const operator = await serveOperator(dataDir, settings, db);
      onStop.push(() => closeWithin(operator, 2000));
    }
    return { url, settings, db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function temporaryFolder(onStop: (() => Promise<void>)[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "chengying-upstream-"));
  onStop.push(() => rm(path, { recursive: true, force: true }));
  return path;
}
