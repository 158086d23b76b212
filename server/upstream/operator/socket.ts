import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { realpath, unlink } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Agent, request } from "undici";
import { z } from "zod";
import type { Database } from "../db/client.ts";
import { operatorSecret, type UpstreamKeys } from "../settings.ts";
import { runCommand } from "./commands.ts";

/** The running upstream executes commands, because only one process may open PGlite's files. */

const HEADER = "x-operator-secret";
const command = z.array(z.string());
const answer = z.object({ ok: z.boolean(), text: z.string() });

const digest = (text: string) => createHash("sha256").update(text).digest();

async function addressFor(dataDir: string): Promise<string> {
  const name = `chengying-${digest(await realpath(dataDir)).toString("hex", 0, 16)}`;
  // an abstract socket, which ends with its process
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

export async function serveOperator(dataDir: string, keys: UpstreamKeys, db: Database) {
  const secret = operatorSecret(keys);
  const server = createServer(async (incoming, outgoing) => {
    const reply = (status: number, ok: boolean, text: string) => {
      outgoing.writeHead(status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ ok, text }));
    };
    const given = digest(String(incoming.headers[HEADER] ?? ""));
    if (!timingSafeEqual(given, digest(secret))) return reply(403, false, "密钥不符");
    try {
      reply(200, true, await runCommand(db, command.parse(JSON.parse(await text(incoming)))));
    } catch (error) {
      reply(200, false, error instanceof Error ? error.message : String(error));
    }
  });
  const address = await addressFor(dataDir);
  // a killed process leaves the socket's file behind
  if (address.startsWith("/")) await unlink(address).catch(() => undefined);
  await once(server.listen(address), "listening");
  return server.unref();
}

/** Authorised by the keys. @throws {Error} the upstream's message, or that it cannot be reached */
export async function sendCommand(dataDir: string, keys: UpstreamKeys, argv: string[]) {
  const socketPath = await addressFor(dataDir);
  const { body } = await request("http://operator/", {
    dispatcher: new Agent({ connect: { socketPath } }),
    method: "POST",
    headers: { [HEADER]: operatorSecret(keys) },
    body: JSON.stringify(argv),
    reset: true,
  }).catch(() => {
    throw new Error(
      `DATA_DIR=${dataDir} 正被使用，但使用它的进程还不接受命令：可能正在启动，请稍后再试`,
    );
  });
  const { ok, text: reply } = answer.parse(await body.json());
  if (!ok) throw new Error(reply);
  return reply;
}
