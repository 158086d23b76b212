/**
 * The worker comes after everything that the visitor waits for, and caches the rest of the build when the page is idle,
 * unless the visitor saves data.
 */
export function registerWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = async () => {
    await serviceWorker.register("/sw.js");
    const { active } = await serviceWorker.ready;
    if (!savesData()) whenIdle(() => active?.postMessage("cache-build"));
  };
  const registered = () => void register().catch(() => undefined);
  if (document.readyState === "complete") registered();
  else window.addEventListener("load", registered, { once: true });
}

/** TypeScript knows nothing of this interface, and neither do Safari and Firefox. */
const savesData = () =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);

const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 3_000);
