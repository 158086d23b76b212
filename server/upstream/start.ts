import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { contract } from "../contract/index.ts";
import { createCodec } from "../upstream-client/codec.ts";
import type { Database } from "./db/client.ts";
import { openStore } from "./db/open-store.ts";
import { seedWhenEmpty } from "./db/seed/seed.ts";
import { memberOfToken } from "./domain/members.ts";
import { handlers } from "./handlers/index.ts";
import { cashierRoutes } from "./http/cashier.ts";
import { implement } from "./http/implement.ts";
import { mediaRoutes } from "./http/media-routes.ts";
import { uploadRoutes } from "./http/uploads.ts";
import { lockDataDir } from "./lock.ts";
import { serveOperator } from "./operator/socket.ts";
import { keyBytes, loadKeys, type UpstreamKeys } from "./settings.ts";

export interface StartOptions {
  /** Everything is stored in its `upstream/`. Default: a temporary folder. */
  dataDir?: string;
  databaseUrl?: string;
  /** Default: generated at the first start and stored in the data folder. */
  keys?: UpstreamKeys;
  port?: number;
  host?: string;
  /** Base of the addresses in answers; default: the request's origin. */
  publicOrigin?: string;
  singleSession?: boolean;
  onFault?: (error: unknown) => void;
}

export interface Upstream {
  url: string;
  settings: UpstreamKeys;
  db: Database;
  /** Ends open requests within 2 s. */
  stop(): Promise<void>;
}

/** @throws {DataDirLocked}, or one Chinese line if the port is in use or keys.json is damaged */
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

    const uploads = join(folder, "uploads");
    const api = implement(contract, handlers, {
      db,
      uploads,
      codec: createCodec({ key: keyBytes(settings.aesKey), iv: keyBytes(settings.aesIv) }),
      securityHeader: settings.securityHeader,
      boughtMark: settings.boughtMark,
      singleSession: options.singleSession ?? false,
      authenticate: (token) => memberOfToken(db, token),
      onFault: options.onFault ?? (() => undefined),
      ...(options.publicOrigin && { publicOrigin: options.publicOrigin }),
    });
    const app = new Hono()
      .route("/", mediaRoutes)
      .route("/", uploadRoutes(uploads))
      .route("/", cashierRoutes(db))
      .route("/", api);
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

/** Resolves to the server's origin. @throws {Error} one Chinese line naming PORT or HOST */
async function listenOn(server: Server, port: number, host: string): Promise<string> {
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Error(`PORT=${port} 已被占用：请换一个端口，或设为 0 自动选择`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new Error(`HOST=${host} 不是本机地址：请设为 127.0.0.1 或 0.0.0.0`);
    throw error;
  }
  const bound = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
}

/** Closes idle connections at once, and busy ones after at most `milliseconds`. */
async function closeWithin(server: Server, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), milliseconds);
  const closed = once(server, "close");
  server.close().closeIdleConnections();
  await closed;
  clearTimeout(timer);
}
