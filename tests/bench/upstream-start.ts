import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "../support/program.ts";

/** First and later starts of the built upstream, and its memory: `npx tsx tests/bench/upstream-start.ts`. */

const SETTLED_MS = 2_000;

async function startOnce(folder: string) {
  const started = performance.now();
  const child = spawn(process.execPath, ["build/machine/upstream.js"], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const milliseconds = Math.round(performance.now() - started);
  await wait(SETTLED_MS);
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  const memory = { resident: megabytes("VmRSS"), most: megabytes("VmHWM") };
  child.kill("SIGTERM");
  await once(child, "exit");
  return { milliseconds, ...memory };
}

const folder = await temporaryFolder();
for (const name of ["first", "second", "third"]) {
  const { milliseconds, resident, most } = await startOnce(folder.path);
  console.log(
    `${name} start: ready after ${milliseconds} ms, ${resident} MB resident (most ${most} MB)`,
  );
}
await folder.remove();
