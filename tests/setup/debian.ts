import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Where a server's program is; Debian's package is installed when it is missing. */
export function debianProgram(path: string, packageName: string): string {
  if (!existsSync(path)) installPackage(packageName);
  return path;
}

/** One at a time: test files run side by side, and `apt-get` fails while another one runs. */
const LOCK = "/tmp/chengying-apt-get.lock";

export function installPackage(packageName: string) {
  console.log(`正在安装测试所需的软件包：${packageName}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args: string[]) =>
    execFileSync("flock", [LOCK, "apt-get", "-qq", ...args], { stdio: "inherit", env });
  try {
    aptGet("update");
    aptGet("install", "-y", "--no-install-recommends", packageName);
  } catch {
    throw new Error(
      `无法自动安装 ${packageName}（需要 Debian 的 apt-get 和 root 权限），请手动安装后重试`,
    );
  }
}

/** A server as a child of this process, with nothing of its settings. */
function runServer(program: string, args: string[], cwd: string) {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const exited = once(child, "exit");
  return {
    said: () => said,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async end() {
      child.kill("SIGTERM");
      await exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The same, once it listens at this port of loopback; where it does not, throws what it said, and nothing runs on. */
export async function startServer(program: string, args: string[], cwd: string, port: number) {
  const server = runServer(program, args, cwd);
  try {
    await untilOpen(port);
  } catch {
    await server.kill();
    throw new Error(`${basename(program)} did not start: ${server.said()}`);
  }
  return server;
}

/** Waits until somebody listens on a port of this machine. */
async function untilOpen(port: number) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () =>
        resolve(false),
      );
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await wait(50);
  }
  throw new Error(`nobody listens on port ${port}`);
}
