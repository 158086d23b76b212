/**
 * The number of random inputs per fuzz test, and their seed: usually the same few, in the nightly run many others
 * (`FUZZ_RUNS=20000 FUZZ_SEED=$RANDOM`).
 */
export const fuzz = {
  numRuns: Number(process.env.FUZZ_RUNS ?? 300),
  seed: Number(process.env.FUZZ_SEED ?? 20_261_127),
};
