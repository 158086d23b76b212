import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { describeOutcome, isUnsteady, OUTCOMES_FILE, readOutcomes } from "./reports/outcomes.js";

/**
 * Everything the project checks, in the order in which a mistake is cheapest to learn of; with `nightly` what takes long
 * or is random. Steps of one stage run side by side: each of them keeps one core busy. A test has three
 * attempts; the run names those that needed more than one, and is red for those that failed in all
 * (docs/decisions/0034).
 */

const results = "test-results";
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const MEMORY = "/dev/shm";
/** In bytes: some twenty stores of 45 MB, what browsers share among their processes, and as much again. */
const ROOM = 3 * 1024 ** 3;

/**
 * Where tests keep their files: in memory where there is room. A test's store is a copy of a thousand small files,
 * which costs a disk three to ten times as much of the processor, and browsers share their pictures in such files.
 */
function temporaryFiles() {
  if (!existsSync(MEMORY)) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return {};
  const folder = mkdtempSync(`${MEMORY}/chengying-tests-`);
  // as the usual one: PostgreSQL, for instance, runs as another user
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  return { TMPDIR: folder };
}
const env = { ...process.env, ...temporaryFiles() };

/** @typedef {import("./reports/outcomes.js").Outcome} Outcome */
/** @typedef {{ name: string, command: string, outcomes?: string, program?: string }} Step */

const vitest = (/** @type {string} */ what) =>
  `npx vitest run -c remix.config.js --reporter=default --reporter=./tests/reports/vitest-reporter.ts ${what}`;
/** Each with files of its own. */
const browser = (/** @type {string} */ project) => ({
  name: `browser, ${project}`,
  command: `npm run --silent test:e2e -- --project=${project} --output=${results}/${project}`,
  outcomes: `${results}/${project}.json`,
});
/** @type {Step[]} */
const first = [
  { name: "types", command: "npm run --silent typecheck" },
  { name: "lint", command: "npm run --silent lint" },
  { name: "build", command: "npm run --silent build" },
  { name: "the browser's packages", command: "node tests/setup/browser.js" },
];

/**
 * A step without a list of outcomes counts as one check, one whose program is not installed as none.
 * @type {Record<string, Step[][]>}
 */
const runs = {
  "npm test": [
    first,
    // each of the next stages keeps two cores busy: side by side they took as long, and tests met their limits of time
    [
      {
        name: "unit, request, contract, architecture",
        command: vitest("--project unit --project request"),
        outcomes: `${results}/vitest.json`,
      },
    ],
    [
      browser("playback"),
      {
        name: "Firefox and WebKit",
        command: "npm run --silent test:engines -- short",
        program: "/usr/bin/firefox-esr",
      },
    ],
    [browser("pages")],
  ],
  "npm run test:nightly": [
    first,
    [
      {
        name: "crashes, random input, load, the reference upstream by itself",
        command: `FUZZ_RUNS=20000 ${vitest("--project nightly")}`,
        outcomes: `${results}/nightly.json`,
      },
    ],
    [
      {
        name: "random media",
        command: `FUZZ_RUNS=20000 ${vitest("pictures/draw mp4/odd-files beginning/beginning")}`,
        outcomes: `${results}/media.json`,
      },
    ],
    [browser("night")],
    [
      {
        name: "Firefox and WebKit, all steps",
        command: "npm run --silent test:engines",
        program: "/usr/bin/firefox-esr",
      },
    ],
    [{ name: "mutants", command: "npm run --silent test:mutants" }],
    [{ name: "images", command: "npm run --silent test:images" }],
  ],
};
const stages = runs[process.argv[2] === "nightly" ? "npm run test:nightly" : "npm test"] ?? [];

/**
 * Runs a command. What it prints is shown at once where it runs alone, otherwise in one piece when it has ended.
 * @param {Step} step @param {boolean} alone @returns {Promise<number | null>}
 */
function run({ name, command, outcomes }, alone) {
  return new Promise((resolve) => {
    if (alone) console.log(`\n== ${name}`);
    const child = spawn(command, {
      shell: true,
      env: { ...env, ...(outcomes && { [OUTCOMES_FILE]: outcomes }) },
      stdio: alone ? "inherit" : "pipe",
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk) => {
        printed += chunk;
      });
    child.on("close", (status) => {
      if (!alone) console.log(`\n== ${name}\n${printed.trimEnd()}`);
      resolve(status);
    });
  });
}

const total = { passed: 0, failed: 0 };
/** @type {Outcome[]} */
const failed = [];
/** @type {Outcome[]} */
const unsteady = [];
for (const stage of stages) {
  const steps = stage.filter(({ name, program }) => {
    if (!program || existsSync(program)) return true;
    console.log(`\n== ${name}\nskipped: there is no ${program}`);
    return false;
  });
  const statuses = await Promise.all(steps.map((step) => run(step, steps.length === 1)));
  for (const [index, { outcomes: file }] of steps.entries()) {
    const succeeded = statuses[index] === 0;
    const outcomes = file ? readOutcomes(file) : [];
    const failures = outcomes.filter(({ passed }) => !passed);
    failed.push(...failures);
    unsteady.push(...outcomes.filter(isUnsteady));
    total.passed += file ? outcomes.length - failures.length : Number(succeeded);
    // a runner may fail without a failing test, for instance by an unhandled rejection
    total.failed += failures.length || Number(!succeeded);
  }
}

writeFileSync(`${results}/unsteady.json`, JSON.stringify(unsteady, null, 2));
if (unsteady.length > 0) console.log("\n== unsteady: passed, but not at the first attempt");
for (const outcome of unsteady)
  console.log(describeOutcome(outcome, `${outcome.attempts} attempts`));
// said again here, where the browser tests' output has not buried it
if (failed.length > 0) console.log("\n== failed");
for (const { file, line, title, errors } of failed)
  console.log(`${file}:${line} ${title}\n${errors[0] ?? ""}\n`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
