import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { VideoCardData } from "../../../server/domain/cards.ts";
import { videoAddress } from "../../addresses.ts";
import { watchState } from "../../device/playback.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Sheet } from "../../ui/feedback/sheet.tsx";
import { mayGoOn } from "../core/presence.ts";
import styles from "./offers.module.css";

const words = texts.playerExtras;

const NEXT_EPISODE_SECONDS = 5;

interface NextUpProps {
  name: string; // of an episode or a video
  go: () => void;
}

export function NextUp({ name, go }: NextUpProps) {
  const [seconds, setSeconds] = useState(NEXT_EPISODE_SECONDS);
  const [shown, show] = useState<"offer" | "question">();
  useEffect(() => show(mayGoOn() ? "offer" : "question"), []);
  const close = () => show(undefined);
  const play = useCallback(() => {
    show(undefined); // the video stays ended until the next stream is loaded
    go();
  }, [go]);
  useEffect(() => {
    if (shown !== "offer") return;
    // nobody sees the seconds, and phones stop pages that have become silent
    if (document.visibilityState === "hidden") return play();
    const count = () => (seconds > 1 ? setSeconds(seconds - 1) : play());
    const timer = setTimeout(count, 1_000);
    return () => clearTimeout(timer);
  }, [shown, seconds, play]);

  if (shown === "offer")
    return (
      <div className={styles.offer} data-offer>
        <span>{words.nextIn(seconds, name)}</span>
        <button type="button" onClick={play}>
          {words.playNext}
        </button>
        <button type="button" onClick={close}>
          {texts.dialog.cancel}
        </button>
      </div>
    );
  return createPortal(
    <Sheet open={shown === "question"} title={words.stillWatching} onClose={close}>
      <Button onClick={play}>{words.watchOn(name)}</Button>
    </Sheet>,
    document.body,
  );
}

export interface WatchedVideo {
  code: string;
  recommended: readonly VideoCardData[];
  open: (address: string) => void;
}

/** The next of the queue (稍后再看) after one of its videos, else a recommended one that was not watched to its end. */
export function NextVideo({ code, recommended, open }: WatchedVideo) {
  const queue = useDeviceStorage("watchLater");
  const finished = useDeviceStorage("videoHistory").filter((one) => watchState(one) === "finished");
  const passed = [code, ...useDeviceStorage("unwantedVideos"), ...finished.map((one) => one.code)];
  const place = queue.findIndex((one) => one.code === code) + 1;
  const isNew = (one: VideoCardData) => !passed.includes(one.code);
  const next = (place > 0 && queue[place]) || recommended.find(isNew);
  const address = next && videoAddress(next.code);
  const go = useCallback(() => address && open(address), [open, address]);
  return next ? <NextUp name={next.title || texts.untitled} go={go} /> : null;
}
