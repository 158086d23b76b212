import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { disposable } from "../disposable.ts";

/** A port on loopback that was just free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "chengying-"));
  return disposable({ path, stop: () => rm(path, { recursive: true, force: true }) });
}

/** The programs that can serve the built site, with their arguments: the site's own and stock `remix-serve`. */
export const servers = {
  "npm start": ["build/machine/main.js"],
  "npm run start:serve": ["node_modules/@remix-run/serve/dist/cli.js", "build/machine/serve.js"],
} satisfies Record<string, [string, ...string[]]>;
export type ServerName = keyof typeof servers;
export const serverNames = Object.keys(servers) as ServerName[];
const programs: string[] = Object.values(servers).map(([file]) => file);

/** The flags that `npm start` passes to Node.js. */
function nodeFlags(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  return String(scripts.start).match(/--[\w-]+=\d+/g) ?? [];
}

/**
 * Runs a program of the build with exactly these settings, as an operator would.
 *
 * @param cwd another checkout than this one
 */
export function runProgram(
  file: string,
  args: string[],
  settings: Record<string, string>,
  cwd = process.cwd(),
) {
  const flags = programs.includes(file) ? nodeFlags(cwd) : [];
  const child = spawn(process.execPath, [...flags, file, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return disposable({
    child,
    output,
    exited,
    async stop() {
      child.kill("SIGTERM");
      return exited;
    },
  });
}

/** Runs a program from its sources, without a build, until it exits. */
export async function runSource(file: string, args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "development", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { out, err, code };
}

/** Waits until a started site answers. @throws with the program's output if it exits or never answers */
export async function untilReady(program: ReturnType<typeof runProgram>, url: string) {
  let exit: number | null | undefined;
  program.exited.then((code) => {
    exit = code;
  });
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (exit !== undefined) break;
    const answer = await fetch(new URL("/readyz", url)).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the site did not start (${exit}): ${program.output.err}${program.output.out}`);
}

/**
 * Starts the built site as a separate program with its own data folder, and waits until it answers.
 *
 * @param cwd another checkout, whose build is used
 */
export async function startSiteProgram(
  settings: Record<string, string> = {},
  server: ServerName = "npm start",
  cwd?: string,
) {
  const folder = await temporaryFolder();
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const [file, ...args] = servers[server];
  const program = runProgram(file, args, { PORT, DATA_DIR: folder.path, ...settings }, cwd);
  const stop = async () => {
    await program.stop();
    await folder.stop();
  };
  await untilReady(program, url).catch(async (error) => {
    await stop();
    throw error;
  });
  return disposable({
    url,
    dataDir: folder.path,
    pid: program.child.pid ?? 0,
    output: program.output,
    /** Ends the program as a failing machine would. */
    async kill() {
      program.child.kill("SIGKILL");
      await program.exited;
    },
    stop,
  });
}
