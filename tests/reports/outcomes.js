import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * How one test ended, after all its attempts. Both runners' reporters write a list of these.
 *
 * @typedef {object} Outcome
 * @property {string} file from the project's root
 * @property {number} line
 * @property {string} title with its groups' titles before it
 * @property {boolean} passed at its last attempt
 * @property {number} attempts
 * @property {string[]} errors what the failed attempts said
 */

/** Where a reporter writes its list. */
export const OUTCOMES_FILE = "OUTCOMES_FILE";

/** The title of an exception, a rejection or a failed teardown that belongs to no test, but fails the run. */
export const OUTSIDE_OF_TESTS = "an error outside of the tests";

/** How a browser test says that its page threw. */
export const PAGE_THREW = "the page threw:";

/** @param {Outcome[]} outcomes */
export function writeOutcomes(outcomes) {
  const file = process.env[OUTCOMES_FILE];
  if (!file) return;
  const readable = outcomes.map((outcome) => ({
    ...outcome,
    file: relative(process.cwd(), outcome.file),
    errors: outcome.errors.map(stripVTControlCharacters),
  }));
  writeFileSync(file, JSON.stringify(readable, null, 2));
}

/** @param {string} file @returns {Outcome[]} none where the runner wrote nothing, because it could not start */
export const readOutcomes = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

/** Passed, but not at the first attempt. @param {Outcome} outcome */
export const isUnsteady = ({ passed, attempts }) => passed && attempts > 1;

/** @param {Outcome} outcome @param {string} remark */
export const describeOutcome = ({ file, line, title, errors }, remark) =>
  `${file}:${line} ${title} (${remark})\n    ${errors[0]?.split("\n")[0] ?? ""}`;
