/**
 * Makes `await using` stop what a test has started at the end of the block, even if the test fails.
 * It may also be stopped earlier.
 */
export const disposable = <Started extends { stop(): Promise<unknown> }>(started: Started) =>
  Object.assign(started, {
    async [Symbol.asyncDispose]() {
      await started.stop();
    },
  });
