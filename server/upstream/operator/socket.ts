import { createHash, timingSafeEqual } from "node:crypto";
import { realpath, unlink } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Database } from "../db/client.ts";
import { socketAddress } from "../lock.ts";
import { operatorSecret, type UpstreamKeys } from "../settings.ts";
import { runCommand } from "./commands.ts";

/**
 * Sends commands to a running upstream, because only one process can open PGlite's files: HTTP on a local socket named
 * after the data folder. Reading `keys.json` authorises commands.
 */

const HEADER = "x-operator-secret";
const command = z.array(z.string());
const answer = z.object({ ok: z.boolean(), text: z.string() });

const addressFor = async (dataDir: string) =>
  socketAddress(await realpath(dataDir), "chengying-operator");

function same(one: string, other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Serves commands for the data folder. Call it while holding the folder's lock. */
export async function serveOperator(
  dataDir: string,
  keys: UpstreamKeys,
  db: Database,
): Promise<Server> {
  const secret = operatorSecret(keys);
  const server = createServer(async (incoming, outgoing) => {
    const reply = (status: number, ok: boolean, text: string) => {
      outgoing.writeHead(status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ ok, text }));
    };
    if (!same(String(incoming.headers[HEADER] ?? ""), secret)) return reply(403, false, "密钥不符");
    try {
      reply(200, true, await runCommand(db, command.parse(JSON.parse(await text(incoming)))));
    } catch (error) {
      reply(200, false, error instanceof Error ? error.message : String(error));
    }
  });
  const address = await addressFor(dataDir);
  // on other systems than Linux and Windows it is a file that a killed process leaves behind
  if (address.startsWith("/")) await unlink(address).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  server.unref();
  return server;
}

/**
 * Executes a command in a running upstream.
 * @throws {Error} the upstream's error message, or that it cannot be reached
 */
export async function sendCommand(
  dataDir: string,
  keys: UpstreamKeys,
  argv: string[],
): Promise<string> {
  const socketPath = await addressFor(dataDir);
  const body = await new Promise<string>((resolve, reject) => {
    const headers = { [HEADER]: operatorSecret(keys), "content-type": "application/json" };
    const outgoing = request({ socketPath, method: "POST", path: "/", headers }, (incoming) =>
      text(incoming).then(resolve, reject),
    );
    outgoing.once("error", () =>
      reject(
        new Error(
          `DATA_DIR=${dataDir} 正被使用，但使用它的进程还不接受命令：可能正在启动，请稍后再试`,
        ),
      ),
    );
    outgoing.end(JSON.stringify(argv));
  });
  const { ok, text: said } = answer.parse(JSON.parse(body));
  if (!ok) throw new Error(said);
  return said;
}
