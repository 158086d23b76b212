import { type Engine, playNatively, type StartEngine } from "./engine.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";

const playsHls = (video: HTMLVideoElement) => video.canPlayType(HLS_TYPE) !== "";

/** Safari's native HLS saves battery and supports AirPlay and the lock screen. Chromium claims the type, too. */
const prefersNative = (video: HTMLVideoElement) =>
  "ManagedMediaSource" in window && playsHls(video);

export const attachEngine: StartEngine = (video, stream, startAt, callbacks) =>
  (stream.kind === "file" || prefersNative(video) ? playNatively : playWithScript)(
    video,
    stream,
    startAt,
    callbacks,
  );

/** hls.js is large: loaded with the first stream that needs it. */
const playWithScript: StartEngine = (video, stream, startAt, callbacks) => {
  let engine: Engine | undefined;
  let destroyed = false;
  const start = async () => {
    const { hlsIsSupported, playHls } = await import("./hls-engine.ts");
    if (destroyed) return;
    if (!hlsIsSupported() && !playsHls(video)) return callbacks.onFailed("failed");
    const startEngine = hlsIsSupported() ? playHls : playNatively;
    engine = startEngine(video, stream, startAt, callbacks);
  };
  start().catch(() => {
    if (!destroyed) callbacks.onFailed("failed");
  });
  return {
    setQuality: (id) => engine?.setQuality(id),
    destroy() {
      destroyed = true;
      engine?.destroy();
    },
  };
};
