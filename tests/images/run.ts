import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianProgram } from "../setup/debian.ts";
import { buildImages } from "./build.ts";

/**
 * `npm run test:images`: builds the image, runs it and compose.yaml with a real engine, and prints what was seen. As root on
 * Debian; what is missing is installed. No registry of images is asked: build.ts makes the bases.
 *
 * The build needs the network, the engine one of its own: it gets a network and a mount namespace.
 */

for (const [program, name] of [
  ["/usr/sbin/debootstrap", "debootstrap"],
  ["/usr/bin/buildah", "buildah"],
  ["/usr/sbin/dockerd", "docker.io"],
  ["/usr/bin/docker-compose", "docker-compose"],
  ["/usr/bin/chromium-headless-shell", "chromium-headless-shell"],
] as const) {
  debianProgram(program, name);
}

const folder = join(tmpdir(), `chengying-images-${process.pid}`);
mkdirSync(folder);
try {
  buildImages(folder);
  const inside = ["--import", "tsx", join(import.meta.dirname, "inside.ts"), folder];
  execFileSync("unshare", ["--net", "--mount", process.execPath, ...inside], { stdio: "inherit" });
} catch (error) {
  // a command that failed has said why
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  // buildah leaves its containers mounted
  const mounted = join(folder, "storage/overlay");
  execFileSync("sh", ["-c", 'umount -R "$0" 2>/dev/null || true', mounted]);
  rmSync(folder, { recursive: true, force: true });
}
