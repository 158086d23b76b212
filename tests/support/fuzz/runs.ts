/**
 * How many random inputs each fuzz test tries, and from which seed: in every run the same few, at night many others
 * (`FUZZ_RUNS=20000 FUZZ_SEED=$RANDOM`).
 */
export const fuzz = {
  numRuns: Number(process.env.FUZZ_RUNS ?? 300),
  seed: Number(process.env.FUZZ_SEED ?? 20_261_127),
};
