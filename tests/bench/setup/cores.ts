import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Measured servers have this core to themselves; upstream and load generators share the others. */
const SERVER_CORE = "0";

const moveTo = (cores: string, pid: number) =>
  execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", cores, String(pid)], {
    stdio: "ignore",
  });

/**
 * Keeps this process, and what it starts from now on, off the measured servers' core. With two cores in all, load and
 * upstream share the other one: figures of servers that answer faster than one core can ask are then too low.
 */
export function leaveServerCore() {
  if (cpus().length < 2) throw new Error("one core for the server and one for the load are needed");
  moveTo(`1-${cpus().length - 1}`, process.pid);
}

export const giveServerCore = (pid: number) => moveTo(SERVER_CORE, pid);

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** The time that a process has computed so far, in milliseconds. */
export function computedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // the program's name, in parentheses, may hold spaces
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The resident memory of a process in MB. */
export function megabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
