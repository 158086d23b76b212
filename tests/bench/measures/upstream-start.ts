import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "../../support/servers/program.ts";
import type { Measured } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { megabytes } from "../setup/cores.ts";

/** First and later starts of the built upstream, and its memory: `npx tsx tests/bench/measures/upstream-start.ts`. */

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
  const resident = megabytes(child.pid ?? 0);
  child.kill("SIGTERM");
  await once(child, "exit");
  return { milliseconds, resident };
}

export async function measure(): Promise<Measured[]> {
  const folder = await temporaryFolder();
  const group = "reference upstream, start";
  const rows: Measured[] = [];
  for (const name of ["first start", "later start"]) {
    const { milliseconds, resident } = await startOnce(folder.path);
    rows.push({ group, what: `${name} to ready`, value: milliseconds, unit: "ms" });
    rows.push({ group, what: `${name}, resident memory`, value: resident, unit: "MB" });
  }
  await folder.stop();
  return rows;
}

runAlone(import.meta.url, measure);
