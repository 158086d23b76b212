import Hls, { ErrorTypes, Events } from "hls.js";
import { qualityNames } from "../controls/quality-names.ts";
import { fetchWorker, hlsConfig } from "../hls-config.ts";
import { AUTOMATIC, type Engine, type EngineHandlers, type PlayerSource } from "./engine.ts";
import { createRecovery } from "./recovery.ts";

export const hlsIsSupported = () => Hls.isSupported();

const FORBIDDEN = 403;
const GONE = [404, 410];

/** What the line carried last, in bits a second: the next video starts in the quality that fits. */
let knownBandwidth: number | undefined;

/** Plays a playlist with hls.js, its demuxer in a worker. */
export function playHls(
  video: HTMLVideoElement,
  { src }: PlayerSource,
  at: number,
  handlers: EngineHandlers,
): Engine {
  fetchWorker();
  const hls = new Hls({
    ...hlsConfig(),
    startPosition: at > 0 ? at : -1,
    ...(knownBandwidth && { abrEwmaDefaultEstimate: knownBandwidth }),
  });
  let expired = false;
  const recovery = createRecovery({
    // before the first playlist is there, hls.js has nothing that it could go on loading
    restart: () => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(src)),
    recoverMedia: () => {
      const wasPlaying = !video.paused;
      hls.recoverMediaError();
      if (wasPlaying) handlers.onAttached();
    },
    swapAudioCodec: () => hls.swapAudioCodec(),
    hasAlternative: handlers.hasAlternative,
    standsStill: () => video.readyState < video.HAVE_FUTURE_DATA,
    giveUp: () => handlers.onFailed(expired ? "expired" : "failed"),
  });

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    const names = qualityNames(levels);
    handlers.onQualities(names.map((name, id) => ({ id, name })));
  });
  hls.on(Events.LEVEL_SWITCHED, () => {
    if (hls.autoLevelEnabled) handlers.onChoice(AUTOMATIC);
  });
  hls.on(Events.FRAG_LOADED, () => {
    expired = false;
    knownBandwidth = hls.bandwidthEstimate;
    recovery.dataArrived();
  });
  hls.on(Events.ERROR, (_event, error) => {
    const status = error.response?.code ?? 0;
    expired = status === FORBIDDEN;
    if (!error.fatal) return;
    const nothingThere = GONE.includes(status) && hls.levels.length === 0;
    if (nothingThere && handlers.hasAlternative()) return handlers.onFailed("failed");
    if (error.type === ErrorTypes.NETWORK_ERROR) return recovery.networkFailed();
    if (error.type === ErrorTypes.MEDIA_ERROR) return recovery.mediaFailed();
    handlers.onFailed("failed");
  });

  hls.loadSource(src);
  hls.attachMedia(video);
  handlers.onAttached();

  return {
    setQuality(id) {
      const nothingYet = video.readyState === video.HAVE_NOTHING;
      if (id === AUTOMATIC || nothingYet) hls.loadLevel = id;
      else if (video.paused) hls.currentLevel = id;
      else hls.nextLevel = id;
      handlers.onChoice(id);
    },
    destroy() {
      recovery.stop();
      hls.destroy();
    },
  };
}
