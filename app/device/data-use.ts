import { deviceStorage } from "./storage.ts";
import type { DeviceValue } from "./storage-schema.ts";

type DataUse = DeviceValue<"dataUse">;

interface Connection {
  saveData?: boolean;
  type?: string;
}

/** On mobile data, `best` is only `automatic`; if the browser saves data, `automatic` is `saver`. */
export function dataUseFor(chosen: DataUse): DataUse {
  const { saveData, type } = (navigator as { connection?: Connection }).connection ?? {};
  const wanted = chosen === "best" && type === "cellular" ? "automatic" : chosen;
  return wanted === "automatic" && saveData ? "saver" : wanted;
}

export const dataUse = () => dataUseFor(deviceStorage.read("dataUse"));

export const savesData = () => dataUse() === "saver";
