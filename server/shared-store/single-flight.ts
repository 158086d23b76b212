/** Calls with the same key at the same time share one; when it has ended, the next one starts anew. */
export function createSingleFlight<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const existing = underWay.get(key);
    if (existing) return existing;
    const started = call().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
