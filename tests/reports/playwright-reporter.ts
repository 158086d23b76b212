import type { FullConfig, Reporter, Suite, TestError } from "playwright/types/testReporter";
import { OUTSIDE_OF_TESTS, PAGE_THREW, writeOutcomes } from "./outcomes.js";

/** It is said first, as it explains what else went wrong. */
const threw = (message: string) => message.includes(PAGE_THREW);

/** Writes every test's outcome where `OUTCOMES_FILE` says. */
export default class OutcomesReporter implements Reporter {
  private root?: Suite;
  private readonly outside: TestError[] = [];

  onBegin(_config: FullConfig, root: Suite) {
    this.root = root;
  }

  onError(error: TestError) {
    this.outside.push(error);
  }

  onEnd() {
    const tests = this.root?.allTests() ?? [];
    writeOutcomes([
      ...this.outside.map(({ message = "", location }) => ({
        file: location?.file ?? "",
        line: location?.line ?? 0,
        title: OUTSIDE_OF_TESTS,
        passed: false,
        attempts: 1,
        errors: [message],
      })),
      ...tests
        .filter((test) => test.outcome() !== "skipped")
        .map((test) => ({
          file: test.location.file,
          line: test.location.line,
          // the first three name the root, the project and the file
          title: test.titlePath().slice(3).join(" › "),
          passed: test.ok(),
          attempts: test.results.length,
          errors: test.results
            .flatMap(({ errors }) => errors.map(({ message = "" }) => message))
            .toSorted((one, other) => Number(threw(other)) - Number(threw(one))),
        })),
    ]);
  }
}
