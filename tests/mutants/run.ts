import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../../server/bundle/build.js";
import { type Mutant, mutants } from "./mutants.ts";

/**
 * Whether tests notice faults: makes each of `mutants.ts` in a copy of this checkout, one after the other, and runs the
 * tests that should fail. `npm run test:mutants -- PATTERN` takes those whose file or fault matches.
 */

const LEAST_KILLED = 0.95;
/** A fault may keep its test from ending; in milliseconds. */
const LONGEST_RUN = 180_000;
/** A fault is noticed when its test fails once, and one that keeps a test from ending shall not take two minutes. */
const WITH_FAULT = ["--retry=0", "--testTimeout=20000", "--hookTimeout=60000"];

const stale = mutants.flatMap(({ file, fault, from, to, tests }) => [
  ...(readFileSync(file, "utf8").split(from).length === 2 && from !== to
    ? []
    : [`${file}, ${fault}: its text has to stand there exactly once`]),
  ...tests.filter((test) => !existsSync(test)).map((test) => `${file}: there is no ${test}`),
]);
if (stale.length > 0) throw new Error(`mutants.ts is stale:\n${stale.join("\n")}`);

const wanted = new RegExp(process.argv[2] ?? "");
const chosen = mutants.filter(({ file, fault }) => wanted.test(`${file}: ${fault}`));
if (chosen.length === 0) throw new Error(`no fault matches ${wanted}`);

await ensureBuild();
const copy = copyOfCheckout();
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));

/** What git knows or would add, with this checkout's packages and build. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "chengying-mutants-"));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { encoding: "utf8" }).split("\0").filter(existsSync);
  for (const file of [...files, "build"]) cpSync(file, join(folder, file), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Whether the tests pass in the copy. The build stays: no fault is in a part of it that these tests load. */
function pass(project: Mutant["project"], tests: string[], options: string[] = []): boolean {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "-c", "remix.config.js"];
  const { status } = spawnSync(
    process.execPath,
    [...vitest, "--project", project, "--project", "nightly", "--bail", "1", ...options, ...tests],
    { cwd: copy, env: { ...process.env, KEEP_BUILD: "1" }, stdio: "ignore", timeout: LONGEST_RUN },
  );
  return status === 0;
}

function isKilled({ file, from, to, project, tests }: Mutant): boolean {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const killed = !pass(project, tests, WITH_FAULT);
  writeFileSync(path, source);
  return killed;
}

for (const project of ["unit", "request"] as const) {
  const of = chosen.filter((mutant) => mutant.project === project);
  const tests = [...new Set(of.flatMap((mutant) => mutant.tests))];
  if (tests.length > 0 && !pass(project, tests)) throw new Error(`fail without a fault: ${tests}`);
}

const rows = chosen.map((mutant) => {
  const killed = isKilled(mutant);
  const { file, fault, survives = "" } = mutant;
  console.log(`${killed ? "killed  " : "SURVIVED"} ${file}: ${fault}`);
  return { file, fault, killed, survives };
});

const files = [...new Set(rows.map(({ file }) => file))];
console.table(
  files.map((file) => {
    const of = rows.filter((row) => row.file === file);
    return { file, faults: of.length, killed: of.filter(({ killed }) => killed).length };
  }),
);
for (const { file, fault, killed, survives } of rows) {
  if (!killed) console.log(`survived: ${file}: ${fault}: ${survives || "NOT EXPLAINED"}`);
  else if (survives) console.log(`killed after all: ${file}: ${fault}: remove its reason`);
}
const killed = rows.filter((row) => row.killed).length;
console.log(`${killed} of ${rows.length} killed (${((100 * killed) / rows.length).toFixed(1)} %)`);
const unexplained = rows.some((row) => row.killed === (row.survives !== ""));
process.exitCode = killed / rows.length < LEAST_KILLED || unexplained ? 1 : 0;
