import { useSyncExternalStore } from "react";

/** The browser's offer to install the site; Chromium makes it, others do not. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function change(next: InstallOffer | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the offer for the site's own button. To be called before anything else runs: it may come early. */
export function watchInstallOffer() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    change(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => change(undefined));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the visitor in the browser's own words; undefined where the browser has made no offer. An offer is used once. */
export function useInstallOffer(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  );
  return (
    current &&
    (() => {
      change(undefined);
      current.prompt().catch(() => undefined);
    })
  );
}

/** Whether the site runs as an installed app already. */
export const runsInstalled = () =>
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);

/** What a visitor's device can do about installing the site. */
export type VisitorDevice = "in-app" | "iphone" | "android" | "other";

const inApp = /MicroMessenger|\bQQ\/|Weibo|AlipayClient|DingTalk|\baweme|BytedanceWebview/i;

/** Told by the user agent, for want of anything better: in-app browsers install nothing and say so nowhere. */
export function visitorDevice(userAgent: string): VisitorDevice {
  if (inApp.test(userAgent)) return "in-app";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "iphone";
  return /Android/.test(userAgent) ? "android" : "other";
}
