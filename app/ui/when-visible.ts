export function whenVisible(work: () => void): () => void {
  const lifetime = new AbortController();
  const workOnce = () => {
    if (document.visibilityState === "hidden") return;
    lifetime.abort();
    work();
  };
  document.addEventListener("visibilitychange", workOnce, { signal: lifetime.signal });
  workOnce();
  return () => lifetime.abort();
}
