import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/**
 * Everything the project checks, in the order in which a mistake is cheapest to learn of. Steps of one stage run side
 * by side: one core alone would be busy with each of them.
 */

const results = "test-results";
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ numPassedTests: number, numFailedTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} BrowserReport */
/** @typedef {{ name: string, command: string, report?: string, program?: string }} Step */

/** @param {VitestReport | BrowserReport} json @returns {Count} */
const counted = (json) =>
  "stats" in json
    ? { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected }
    : { passed: json.numPassedTests, failed: json.numFailedTests };

/**
 * A step without a report counts as one check, one whose program is not installed as none.
 * @type {Step[][]}
 */
const stages = [
  [
    { name: "types", command: "npm run --silent typecheck" },
    { name: "lint", command: "npm run --silent lint" },
    { name: "build", command: "npm run --silent build" },
    { name: "the browser's packages", command: "node tests/setup/browser.js" },
  ],
  [
    {
      name: "unit, request, contract, architecture",
      command: `npx vitest run -c remix.config.js --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
      report: `${results}/vitest.json`,
    },
  ],
  [
    {
      name: "browser",
      command: "npm run --silent test:e2e",
      report: `${results}/browser.json`,
    },
  ],
  [
    {
      name: "Firefox and WebKit",
      command: "npm run --silent test:engines",
      program: "/usr/bin/firefox-esr",
    },
  ],
];

/**
 * Runs a command. What it prints is shown at once where it runs alone, otherwise in one piece when it has ended.
 * @param {Step} step @param {boolean} alone @returns {Promise<number | null>}
 */
function run({ name, command }, alone) {
  return new Promise((resolve) => {
    if (alone) console.log(`\n== ${name}`);
    const child = spawn(command, { shell: true, stdio: alone ? "inherit" : "pipe" });
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

/** @type {Count} */
const total = { passed: 0, failed: 0 };
for (const stage of stages) {
  const steps = stage.filter(({ name, program }) => {
    if (!program || existsSync(program)) return true;
    console.log(`\n== ${name}\nskipped: there is no ${program}`);
    return false;
  });
  const statuses = await Promise.all(steps.map((step) => run(step, steps.length === 1)));
  for (const [index, { report }] of steps.entries()) {
    const status = statuses[index];
    const plain = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
    const count =
      report && existsSync(report) ? counted(JSON.parse(readFileSync(report, "utf8"))) : plain;
    // a runner may fail without a failing test, for instance by an unhandled rejection
    if (status !== 0 && count.failed === 0) count.failed = 1;
    total.passed += count.passed;
    total.failed += count.failed;
  }
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
