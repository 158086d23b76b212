/** Runs once what the current event changed is painted, so that heavy work keeps no tap's first frame waiting. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
