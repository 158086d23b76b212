import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/** Everything the project checks, in the order in which a mistake is cheapest to learn of. */

const results = "test-results";
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

/** @typedef {{ passed: number, failed: number }} Count */

/** @typedef {{ numPassedTests: number, numFailedTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} BrowserReport */

/** @param {VitestReport | BrowserReport} json @returns {Count} */
const counted = (json) =>
  "stats" in json
    ? { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected }
    : { passed: json.numPassedTests, failed: json.numFailedTests };

/**
 * A step without a report counts as one check, one whose program is not installed as none.
 * @type {{ name: string, command: string, report?: string, program?: string }[]}
 */
const steps = [
  { name: "types", command: "npm run --silent typecheck" },
  { name: "lint", command: "npm run --silent lint" },
  { name: "build", command: "npm run --silent build" },
  {
    name: "unit, request, contract, architecture",
    command: `npx vitest run -c remix.config.js --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
    report: `${results}/vitest.json`,
  },
  {
    name: "browser",
    command: "npm run --silent test:e2e",
    report: `${results}/browser.json`,
  },
  {
    name: "Firefox",
    command: "npm run --silent test:firefox",
    program: "/usr/bin/firefox-esr",
  },
];

/** @type {Count} */
const total = { passed: 0, failed: 0 };
for (const { name, command, report, program } of steps) {
  console.log(`\n== ${name}`);
  if (program && !existsSync(program)) {
    console.log(`skipped: there is no ${program}`);
    continue;
  }
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  const plain = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  const count =
    report && existsSync(report) ? counted(JSON.parse(readFileSync(report, "utf8"))) : plain;
  // a runner may fail without a failing test, for instance by an unhandled rejection
  if (status !== 0 && count.failed === 0) count.failed = 1;
  total.passed += count.passed;
  total.failed += count.failed;
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
