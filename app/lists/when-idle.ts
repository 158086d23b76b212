const waiting = new Set<() => void>();

/** One piece of work at a time, in the order of asking, each when the browser is idle; the answer stops the waiting. */
export function whenIdle(work: () => void): () => void {
  if (waiting.size === 0) soon();
  waiting.add(work);
  return () => void waiting.delete(work);
}

function soon() {
  // Safari knows no idle time
  if (typeof requestIdleCallback === "function") requestIdleCallback(next);
  else setTimeout(next, 100);
}

function next() {
  const [work] = waiting;
  if (!work) return;
  work();
  waiting.delete(work);
  if (waiting.size > 0) soon();
}
