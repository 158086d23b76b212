/**
 * What a test starts with `await using`: it is given back at the end of the test's block, whatever happens there.
 * Stopping it before that is fine.
 */
export const disposable = <Started extends { stop(): Promise<unknown> }>(started: Started) =>
  Object.assign(started, {
    async [Symbol.asyncDispose]() {
      await started.stop();
    },
  });
