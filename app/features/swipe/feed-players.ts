import { savesData } from "../../device/playback.ts";
import { createPlayer, type Player } from "../../player/core/player.ts";
import { whenVisible } from "../../ui/when-visible.ts";
import type { SlideData } from "./feed.server.ts";

export const PLAYER_COUNT = 3;

const qualityChoice = { read: () => "", store: () => undefined };

// The current slide plays; once it can, the next slide's first segment loads. The previous slide stops loading.
export function createFeedPlayers(videos: readonly HTMLVideoElement[]) {
  let slides: readonly SlideData[] = [];
  let shown = 0;
  let stopWaiting: () => void = () => undefined;
  const lifetime = new AbortController();
  const indexOf = (video: HTMLVideoElement) => Number(video.dataset.slide ?? -1);
  const isShown = (video: HTMLVideoElement) => indexOf(video) === shown;

  const players = videos.map((video) => {
    const role = () => {
      if (isShown(video)) return "shown";
      return indexOf(video) === shown + 1 ? "next" : "none";
    };
    const player = createPlayer(video, {
      mayStart: () => isShown(video),
      qualityChoice,
      feed: { role },
    });
    // the feed has no speed control, so a stored speed is ignored
    video.defaultPlaybackRate = 1;
    const onReady = () => {
      if (isShown(video) && video.readyState >= video.HAVE_FUTURE_DATA && !savesData())
        whenVisible(() => load(shown + 1));
    };
    for (const event of ["canplay", "playing"])
      video.addEventListener(event, onReady, { signal: lifetime.signal });
    return { player, onReady };
  });
  const at = (index: number) => players[index % PLAYER_COUNT];

  function load(index: number): Player | undefined {
    const slide = slides[index];
    const player = at(index)?.player;
    if (!slide || !player || lifetime.signal.aborted) return undefined;
    const { video } = player;
    video.dataset.slide = String(index);
    video.style.setProperty("--slide", String(index));
    player.load(slide.stream);
    return player;
  }

  return {
    playerAt: (index: number) => at(index)?.player,
    show(all: readonly SlideData[], index: number) {
      const isNew = index !== shown || slides.length === 0;
      slides = all;
      shown = index;
      stopWaiting();
      for (const { player } of players) if (!isShown(player.video)) player.video.pause();
      stopWaiting = whenVisible(() => {
        const isLoaded = at(index)?.player.stream()?.key === slides[index]?.stream.key;
        const player = load(index);
        if (isNew && isLoaded) player?.play();
        at(index)?.onReady();
      });
    },
    destroy() {
      lifetime.abort();
      stopWaiting();
      for (const { player } of players) player.destroy();
    },
  };
}
export type FeedPlayers = ReturnType<typeof createFeedPlayers>;
