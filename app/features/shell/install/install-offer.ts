import { createValue } from "../../../device/create-store.ts";
import { useValue } from "../../../device/storage.ts";

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const offer = createValue<InstallOffer>();

/** Must be called first, because the event may fire early. */
export function watchInstallOffer() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.change(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => offer.change(undefined));
}

export function useInstallOffer(): (() => void) | undefined {
  const current = useValue(offer);
  return (
    current &&
    (() => {
      offer.change(undefined);
      current.prompt().catch(() => undefined);
    })
  );
}

export const runsInstalled = () =>
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);

export type VisitorDevice = "in-app" | "iphone" | "android" | "other";

const inApp = /MicroMessenger|\bQQ\/|Weibo|AlipayClient|DingTalk|\baweme|BytedanceWebview/i;

/** Reads the user agent, because in-app browsers, which cannot install, have no API to detect them. */
export function visitorDevice(userAgent: string): VisitorDevice {
  if (inApp.test(userAgent)) return "in-app";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "iphone";
  return /Android/.test(userAgent) ? "android" : "other";
}
