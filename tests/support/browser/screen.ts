import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const SCREEN = "/usr/bin/Xvfb";

export const isScreenInstalled = () => existsSync(SCREEN);

/** A virtual screen; `env` is the given one for programs on it. */
export async function startScreen(env: NodeJS.ProcessEnv) {
  const child = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "1280x1000x24"], {
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = (await once(child.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  return {
    env: { ...env, DISPLAY: `:${String(display).trim()}` },
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
