import { FINISHED_PERCENT } from "../../server/contract/rules.ts";
import { deviceStorage } from "./storage.ts";
import type { DeviceValue, WatchProgress } from "./storage-schema.ts";

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

/** The last video's speed, volume, mute and crop. The browser refuses values out of range. */
export function restorePlayback(video: HTMLVideoElement) {
  try {
    const { speed, volume, muted, fill } = JSON.parse(localStorage.getItem("playback") ?? "");
    Object.assign(video, { defaultPlaybackRate: speed, volume, muted });
    video.toggleAttribute("data-fill", Boolean(fill));
  } catch {
    // nothing is stored, or storage is blocked or corrupt
  }
}

export function watchState({ seconds, length }: WatchProgress) {
  const startedSeconds = 3;
  if (seconds < startedSeconds) return "not started";
  return length > 0 && seconds > (length * FINISHED_PERCENT) / 100 ? "finished" : "in progress";
}
