import { deviceStorage } from "./storage.ts";
import type { DeviceValue } from "./storage-schema.ts";

type DataUse = DeviceValue<"dataUse">;

/** Not in TypeScript's DOM types, nor in Safari and Firefox. */
interface Connection {
  saveData?: boolean;
  type?: string;
}

/**
 * How much may be loaded. As long as the viewer leaves it to the site, the browser's own data saver counts; the best is
 * for Wi-Fi, and for browsers that do not tell what they are connected by. A document's inline script runs it, too: it
 * uses nothing from outside itself.
 */
export function dataUseFor(chosen: DataUse): DataUse {
  const { saveData, type } = (navigator as { connection?: Connection }).connection ?? {};
  const wanted = chosen === "best" && type === "cellular" ? "automatic" : chosen;
  return wanted === "automatic" && saveData ? "saver" : wanted;
}

export const dataUse = () => dataUseFor(deviceStorage.read("dataUse"));

export const savesData = () => dataUse() === "saver";
