/** The worker comes after everything that the visitor waits for. */
export function registerWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = () => void serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
