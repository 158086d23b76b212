import { useSyncExternalStore } from "react";

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function change(next: InstallOffer | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Stores the offer for the site's button. Called first, because the event may fire early. */
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

export const runsInstalled = () =>
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);

export type VisitorDevice = "in-app" | "iphone" | "android" | "other";

const inApp = /MicroMessenger|\bQQ\/|Weibo|AlipayClient|DingTalk|\baweme|BytedanceWebview/i;

/** By user agent: in-app browsers cannot install and have no API that says so. */
export function visitorDevice(userAgent: string): VisitorDevice {
  if (inApp.test(userAgent)) return "in-app";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "iphone";
  return /Android/.test(userAgent) ? "android" : "other";
}
