const TIMEOUT_MS = 5_000;
const POLL_EVERY = 5_000;

export const isServerReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

export function whenServerReachable(): Promise<void> {
  return new Promise((resolve) => {
    const ask = async () => {
      if (!(await isServerReachable())) return;
      window.removeEventListener("online", ask);
      clearInterval(timer);
      resolve();
    };
    window.addEventListener("online", ask);
    const timer = setInterval(ask, POLL_EVERY);
  });
}
