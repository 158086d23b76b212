import { useNavigate } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { ListPage } from "../../../server/domain/cards.ts";
import { episodeAddress, videoAddress } from "../../addresses.ts";
import { changePlayerStorage, usePlayerStorage } from "../../device/player-storage.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { usePagedList } from "../../lists/paged-list.ts";
import { useHistoryEntryState } from "../../navigation/history-entry.ts";
import { useAgeGatePassed, useOrigin } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { miniPlayer } from "../mini/on-demand.tsx";
import { EpisodesSheet } from "../watch/episodes/episodes.tsx";
import { ShareCard } from "../watch/share/share-card.tsx";
import styles from "./feed.module.css";
import type { SlideData } from "./feed.server.ts";
import { createFeedPlayers, type FeedPlayers, PLAYER_COUNT } from "./feed-players.ts";
import { FeedEnd, Slide } from "./slide.tsx";
import { useHandleFeedKeys, useScrolledSlide } from "./use-scrolled-slide.ts";

const AROUND = 2; // slides in the document before and after the current one
const LOADS_AT = 3; // slides before the end

interface FeedProps {
  first: ListPage<SlideData>;
  address: (page: number) => string;
  empty: ReactNode;
}

export function Feed({ first, address, empty }: FeedProps) {
  const list = usePagedList({ name: "feed", first, address });
  const unwanted = useDeviceStorage("unwantedVideos");
  const slides = useMemo(
    () => list.rows.filter(({ code }) => !unwanted.includes(code)),
    [list.rows, unwanted],
  );
  // found by code, because earlier slides may be missing on return; undefined at the feed's end
  const [place, setPlace] = useHistoryEntryState("slide", { code: slides[0]?.code, at: 0 });
  const found = slides.findIndex(({ code }) => code === place.code);
  const index = found >= 0 ? found : Math.min(place.at, slides.length);
  const slide = slides[index];

  const { ended, loading, failure, grow } = list;
  const isNearEnd = index >= slides.length - LOADS_AT;
  useEffect(() => {
    if (isNearEnd && !ended && !loading && failure === undefined) grow();
  }, [isNearEnd, ended, loading, failure, grow]);

  const layer = useRef<HTMLDivElement>(null);
  const players = useFeedPlayers(layer, slides, index);
  const player = players?.playerAt(index);
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTo = useScrolledSlide(scroller, index, (at) => {
    players?.show(slides, at);
    setPlace({ code: slides[at]?.code, at });
  });
  const { muted } = usePlayerStorage("playback");
  const toggleSound = () => changePlayerStorage("playback", { muted: !muted });
  const step = (by: number) => scrollTo(Math.min(slides.length, Math.max(0, index + by)));
  useHandleFeedKeys({ step, toggle: () => slide && player?.toggle(), toggleSound });

  const hydrated = useHydrated();
  const from = hydrated ? Math.max(0, index - AROUND) : 0;
  const until = hydrated ? index + AROUND + 1 : slides.length;
  const [open, setOpen] = useState<"episodes" | "share">();

  if (slides.length === 0 && ended) return empty;
  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <div role="feed" aria-label={texts.home.feed} aria-busy={loading}>
          <Skipped slides={from} />
          {slides.slice(from, until).map((one, offset) => (
            <Slide
              key={one.code}
              slide={one}
              position={from + offset + 1}
              player={from + offset === index ? player : undefined}
              onOpen={setOpen}
            />
          ))}
          <Skipped slides={Math.max(0, slides.length - until)} />
        </div>
        {/* keyed, because browsers keep the element to which they snapped in view */}
        <FeedEnd key={slides.length} {...list} onAgain={() => scrollTo(0)} />
        <div ref={layer} className={styles.videos}>
          {Array.from({ length: PLAYER_COUNT }, (_, element) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements are never reordered
            <video key={element} playsInline preload="auto" muted={muted} tabIndex={-1} />
          ))}
        </div>
      </div>
      <button
        type="button"
        className={`icon-button ${styles.sound}`}
        aria-label={texts.player.mute}
        aria-pressed={muted}
        onClick={toggleSound}
      >
        <Icon name={muted ? "mute" : "sound"} />
      </button>
      {slide && <Sheets slide={slide} open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const Skipped = ({ slides }: { slides: number }) =>
  slides > 0 && <div className={styles.skipped} style={{ "--slides": slides } as object} />;

interface SheetsProps {
  slide: SlideData;
  open: "episodes" | "share" | undefined;
  onClose: () => void;
}

function Sheets({ slide, open, onClose }: SheetsProps) {
  const { code, cover, sources, stream } = slide;
  const navigate = useNavigate();
  const origin = useOrigin();
  return (
    <>
      <EpisodesSheet
        open={open === "episodes"}
        sources={sources}
        current={stream.key}
        onChoose={(key) => navigate(episodeAddress(code, key))}
        onClose={onClose}
      />
      <ShareCard
        open={open === "share"}
        video={{ ...slide, poster: cover }}
        address={origin + videoAddress(code)}
        onClose={onClose}
      />
    </>
  );
}

function useFeedPlayers(
  layer: RefObject<HTMLElement>,
  slides: readonly SlideData[],
  index: number,
): FeedPlayers | undefined {
  const [players, setPlayers] = useState<FeedPlayers>();
  const ageGatePassed = useAgeGatePassed();
  useEffect(() => {
    const made = createFeedPlayers([...(layer.current?.querySelectorAll("video") ?? [])]);
    setPlayers(made);
    miniPlayer()?.stopPlayback();
    return () => made.destroy();
  }, [layer]);
  useEffect(() => {
    if (ageGatePassed) players?.show(slides, index);
  }, [players, slides, index, ageGatePassed]);
  return players;
}
