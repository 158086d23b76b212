import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { freePort, runProgram, servers, temporaryFolder } from "../../support/servers/program.ts";

/** Programs that are stopped while they start, and the build's file permissions. */

const programs = { ...servers, "the upstream": ["build/machine/upstream.js"] as const };

describe.each(Object.entries(programs))("while it starts, %s", (_name, [file, ...args]) => {
  test.each(["SIGTERM", "SIGINT"] as const)("ends with 0 on %s", async (signal) => {
    await using folder = await temporaryFolder();
    const PORT = String(await freePort());
    await using program = runProgram(file, [...args], { PORT, DATA_DIR: folder.path });
    // the upstream has taken its lock, but not opened its store
    const begun = () => readdirSync(folder.path).length > 0 || program.child.exitCode !== null;
    await vi.waitUntil(begun, { timeout: 60_000, interval: 5 });
    program.child.kill(signal);
    expect(await program.exited).toBe(0);
    expect(program.output.err).toBe("");
  });
});

test("all users may read the build, and only its owner may change it", () => {
  const modes = readdirSync("build", { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { mode } = statSync(path);
      return (mode & 0o044) !== 0o044 || (mode & 0o002) !== 0;
    });
  expect(modes).toEqual([]);
});
