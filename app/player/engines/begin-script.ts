import { secondIn } from "../../addresses.ts";
import { rawStored } from "../../device/before-first-paint.ts";
import { dataUseFor } from "../../device/playback.ts";
import { type BegunVideo, beginVideo, playsBeginnings, startOfFirstEpisode } from "./beginning.ts";

/** The inline script after the video element. It starts at the second at which the player takes over. */
function begin({ previousElementSibling: video, dataset }: HTMLOrSVGScriptElement & Element) {
  if (!(video instanceof HTMLVideoElement) || !playsBeginnings()) return;
  const { code = "", beginning = "" } = dataset;
  const query = new URLSearchParams(location.search);
  let from: number | undefined = secondIn(query);
  let chosen = dataUseFor("automatic");
  try {
    chosen = dataUseFor(rawStored("dataUse", "automatic"));
    from = startOfFirstEpisode(query, rawStored("videoHistory", []), code);
  } catch {
    // storage is blocked or corrupt: start as on a new device
  }
  if (from === undefined || document.visibilityState === "hidden" || chosen === "saver") return;
  const address = beginning + (from ? `?t=${from}` : "");
  (video as BegunVideo).beginning = beginVideo(video, address, from);
  video.play().catch(() => undefined);
}

if (document.currentScript) begin(document.currentScript);
