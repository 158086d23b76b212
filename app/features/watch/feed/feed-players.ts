import { savesData } from "../../../session/data-use.ts";
import { whenVisible } from "../../../ui/when-visible.ts";
import { createPlayer, type Player } from "../player/core/player.ts";
import type { SlideData } from "./feed.server.ts";

/** The slide before, the one on the screen and the next one: an element each, whichever slides these are. */
export const ELEMENTS = 3;

/** The feed chooses by itself. */
const qualityChoice = { read: () => "", store: () => undefined };

/**
 * Plays the slides of a feed in elements that stay: the one on the screen plays, of the next one the first segment is
 * loaded once that one plays, and the one before keeps its last frame and loads nothing more.
 */
export function createFeedPlayers(videos: readonly HTMLVideoElement[]) {
  let slides: readonly SlideData[] = [];
  let shown = 0;
  let stopWaiting: () => void = () => undefined;
  const lifetime = new AbortController();
  const indexOf = (video: HTMLVideoElement) => Number(video.dataset.slide ?? -1);
  const isShown = (video: HTMLVideoElement) => indexOf(video) === shown;

  const players = videos.map((video) => {
    const part = () => {
      if (isShown(video)) return "shown";
      return indexOf(video) === shown + 1 ? "next" : "none";
    };
    const player = createPlayer(video, {
      mayStart: () => isShown(video),
      qualityChoice,
      feed: { part },
    });
    const onReady = () => {
      if (isShown(video) && video.readyState >= video.HAVE_FUTURE_DATA && !savesData())
        whenVisible(() => load(shown + 1));
    };
    for (const event of ["canplay", "playing"])
      video.addEventListener(event, onReady, { signal: lifetime.signal });
    return { player, onReady };
  });
  const at = (index: number) => players[index % ELEMENTS];

  /** Puts the slide's stream into its element, and the element into the slide. */
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
    /** Plays the slide at `index` of those, and pauses the others. */
    show(all: readonly SlideData[], index: number) {
      const isNew = index !== shown || slides.length === 0;
      slides = all;
      shown = index;
      stopWaiting();
      for (const { player } of players) if (!isShown(player.video)) player.video.pause();
      stopWaiting = whenVisible(() => {
        const isLoaded = at(index)?.player.stream()?.key === slides[index]?.stream.key;
        const player = load(index);
        // what is loaded only now plays when it is there
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
