import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describeOutcome, OUTCOMES_FILE, type Outcome, readOutcomes } from "./reports/outcomes.js";

/**
 * `npm run test:steady [-- FILE…]`: for whoever changes tests. Runs browser tests three times with four workers and the
 * others three times, beside a load that keeps a core busy and without further attempts, and names those that failed.
 */

const TIMES = 3;
const WORKERS = 4;
const FILE = "test-results/steady.json";
const BUSY_CORE = "for (;;);";

/** Runs a command and returns the outcomes that its reporter wrote. */
async function outcomesOf(command: string, args: string[]): Promise<Outcome[]> {
  const env = { ...process.env, [OUTCOMES_FILE]: FILE };
  const child = spawn("npx", [command, ...args], { env, stdio: "inherit" });
  await new Promise((resolve) => child.on("close", resolve));
  return readOutcomes(FILE);
}

const browserTests = (files: string[]) =>
  outcomesOf("playwright", [
    ...["test", "-c", "tests/e2e/playwright.config.ts"],
    ...["--retries=0", `--repeat-each=${TIMES}`, `--workers=${WORKERS}`, ...files],
  ]);

async function otherTests(files: string[]) {
  const runs: Outcome[][] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const reporters = ["--reporter=default", "--reporter=./tests/reports/vitest-reporter.ts"];
    runs.push(
      await outcomesOf("vitest", [
        "run",
        "-c",
        "remix.config.js",
        "--retry=0",
        ...reporters,
        ...files,
      ]),
    );
  }
  return runs.flat();
}

/** Of each test that failed at least once: what it said, and how often it failed. */
function failuresByTest(outcomes: readonly Outcome[]) {
  const failures = new Map<string, { outcome: Outcome; times: number }>();
  for (const outcome of outcomes.filter(({ passed }) => !passed)) {
    const test = `${outcome.file}:${outcome.line} ${outcome.title}`;
    failures.set(test, { outcome, times: (failures.get(test)?.times ?? 0) + 1 });
  }
  return [...failures.values()];
}

const files = process.argv.slice(2);
const specs = files.filter((file) => file.startsWith("tests/e2e/"));
const others = files.filter((file) => !specs.includes(file));

mkdirSync("test-results", { recursive: true });
const load = spawn(process.execPath, ["-e", BUSY_CORE]);
process.on("exit", () => load.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const outcomes = [
  ...(files.length === 0 || others.length > 0 ? await otherTests(others) : []),
  ...(files.length === 0 || specs.length > 0 ? await browserTests(specs) : []),
];
const failures = failuresByTest(outcomes);
console.log(`\n${outcomes.length} runs of tests, ${failures.length} tests not steady`);
for (const { outcome, times } of failures)
  console.log(describeOutcome(outcome, `failed ${times} of ${TIMES} times`));
process.exit(failures.length === 0 ? 0 : 1);
