import { spawn } from "node:child_process";

/** A running ffmpeg: what goes into its standard input, and its end. */
export interface Running {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** Starts ffmpeg quietly; `end` rejects with its complaint when it fails. */
export function ffmpeg(args: string[], cwd?: string): Running {
  const child = spawn("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], {
    cwd,
    stdio: ["pipe", "inherit", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => {
    complaint += text;
  });
  child.stdin.on("error", () => undefined);
  const done = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg ${args.join(" ")}\n${complaint}`)),
    );
  });
  done.catch(() => undefined);
  return {
    write: (bytes) =>
      Promise.race([new Promise<void>((sent) => child.stdin.write(bytes, () => sent())), done]),
    end: () => {
      child.stdin.end();
      return done;
    },
  };
}
