import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  freePort,
  runProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";

const childOf = (pid = 0) => {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return Number(stdout.trim().split("\n")[0]);
};

test("a site whose own upstream is killed restarts it and continues, with its visitors", async () => {
  await using folder = await temporaryFolder();
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  await using program = runProgram("build/machine/main.js", [], { PORT, DATA_DIR: folder.path });
  await untilReady(program, url);
  const visitor = createVisitor(fetch, url);
  const member = () => visitor.read("/member").then((text) => /"code":"(\d+)"/.exec(text)?.[1]);
  const code = await member();
  expect(code).toBeTruthy();

  const killed = childOf(program.child.pid);
  process.kill(killed, "SIGKILL");
  const started = performance.now();
  await expect.poll(member, { timeout: 100_000, interval: 100 }).toBe(code);
  console.log(`the site was whole ${Math.round(performance.now() - started)} ms after the kill`);
  expect(childOf(program.child.pid)).not.toBe(killed);
  expect(program.output.out).toContain("the embedded upstream exited");
  // the first answer may come before the site has written that line
  await expect.poll(() => program.output.out).toContain("the embedded upstream is running again");
  expect(await program.stop()).toBe(0);
});
