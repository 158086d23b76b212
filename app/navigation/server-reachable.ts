const TIMEOUT_MS = 5_000;
const POLL_MS = 5_000;

export const isServerReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

export function whenServerReachable(): Promise<void> {
  return new Promise((resolve) => {
    const check = async () => {
      if (!(await isServerReachable())) return;
      window.removeEventListener("online", check);
      clearInterval(timer);
      resolve();
    };
    window.addEventListener("online", check);
    const timer = setInterval(check, POLL_MS);
  });
}
