import { execFileSync } from "node:child_process";
import { cpus } from "node:os";

/** What a program prints, on one line; undefined where there is none. */
function said(program: string, ...args: string[]): string | undefined {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as const;
    return execFileSync(program, args, { encoding: "utf8", stdio: [...stdio] }).trim();
  } catch {
    return undefined;
  }
}

/** Where and of what something was measured. */
export interface Machine {
  date: string;
  cpu: string;
  cores: number;
  node: string;
  chromium?: string;
  /** With a `+` where files had been changed since. */
  commit?: string;
}

export function machine(): Machine {
  const commit = said("git", "rev-parse", "--short", "HEAD");
  const changed = said("git", "status", "--porcelain", "--untracked-files=no");
  const chromium = said("/usr/bin/chromium", "--version");
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    node: process.version,
    ...(chromium && { chromium: chromium.replace(/^Chromium (\S+).*/, "$1") }),
    ...(commit && { commit: commit + (changed ? "+" : "") }),
  };
}
