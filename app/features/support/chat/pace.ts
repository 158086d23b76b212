const PAUSE_MS = 3_000;
const LONGEST_MS = 30_000;

/** How long to wait before asking again, after so many failures in a row. */
export const pauseAfter = (failures: number) => Math.min(LONGEST_MS, PAUSE_MS * 2 ** failures);
