import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { OUTSIDE_OF_TESTS, writeOutcomes } from "./outcomes.js";

type Failure = { stack?: string; message: string; VITEST_TEST_PATH?: string };
const textsOf = (errors: readonly Failure[]) =>
  errors.map(({ stack, message }) => stack ?? message);

function ofTest(test: TestCase) {
  const { state, errors = [] } = test.result();
  return {
    file: test.module.moduleId,
    line: test.location?.line ?? 0,
    title: test.fullName,
    passed: state === "passed",
    attempts: (test.diagnostic()?.retryCount ?? 0) + 1,
    errors: textsOf(errors),
  };
}

/** What failed before, after or outside of tests, which are then skipped. */
function ofGroup(group: TestModule | TestSuite) {
  const errors = textsOf(group.errors());
  const { moduleId } = group.type === "module" ? group : group.module;
  const title = group.type === "module" ? "the file itself" : group.fullName;
  return errors.map((error) => ({
    file: moduleId,
    line: group.location?.line ?? 0,
    title,
    passed: false,
    attempts: 1,
    errors: [error],
  }));
}

/** An exception or a rejection that nothing awaits fails the run, though every test may pass. */
const ofRun = (error: Failure) => ({
  file: error.VITEST_TEST_PATH ?? "",
  line: 0,
  title: OUTSIDE_OF_TESTS,
  passed: false,
  attempts: 1,
  errors: textsOf([error]),
});

/** Writes every test's outcome where `OUTCOMES_FILE` says. */
export default class OutcomesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]) {
    writeOutcomes([
      ...modules.flatMap((module) => [
        ...[module, ...module.children.allSuites()].flatMap(ofGroup),
        ...[...module.children.allTests()]
          .filter((test) => test.result().state !== "skipped")
          .map(ofTest),
      ]),
      ...unhandled.map(ofRun),
    ]);
  }
}
