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

/** Not in TypeScript's DOM types, nor in Safari and Firefox. */
const savesData = () =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);

const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 3_000);
