import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { hideCards } from "../../../session/before-first-paint.ts";
import { useDeviceStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../feedback/toast.tsx";
import { useOnDemand } from "../../feedback/use-on-demand.ts";
import { Icon } from "../../media/icon.tsx";
import { useContinueMark } from "../continue/use-continue-mark.ts";
import { type Card, type CardVideos, cardAt } from "./card.ts";
import styles from "./card-gestures.module.css";
import { watchLongPresses } from "./long-press.ts";

const fetchSheet = () => import("./card-sheet.tsx").then(({ CardSheet }) => CardSheet);

export function CardGestures({ videos }: { videos: CardVideos }) {
  const [card, choose] = useState<Card>();
  const close = useCallback(() => choose(undefined), []);
  const reached = useReachedCard(videos, card !== undefined);
  const Sheet = useOnDemand(fetchSheet, card !== undefined, () => {
    close();
    showToast(texts.network, { kind: "failed" });
  });
  useHiddenCards();
  useContinueMark();

  useEffect(
    () =>
      watchLongPresses(
        (target) => cardAt(target, videos) !== undefined,
        (target) => choose(cardAt(target, videos)),
      ),
    [videos],
  );

  return (
    <>
      {reached &&
        createPortal(
          <button
            type="button"
            className={styles.more}
            aria-label={texts.cardMenu.more(reached.video.title || texts.untitled)}
            aria-haspopup="dialog"
            onClick={() => choose(reached)}
          >
            <Icon name="more" size={20} />
          </button>,
          reached.element,
        )}
      {Sheet && <Sheet card={card} onClose={close} />}
    </>
  );
}

/** Kept while its sheet is open, to get the focus back. */
function useReachedCard(videos: CardVideos, isOpen: boolean): Card | undefined {
  const [reached, reach] = useState<Card>();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on each page
  useEffect(() => reach(undefined), [key]);

  useEffect(() => {
    if (isOpen) return;
    const stop = new AbortController();
    const on = { signal: stop.signal, passive: true };
    const hasFocus = ({ element }: Card) => element.querySelector(":focus-visible") !== null;
    const reachCard = (target: EventTarget | null) =>
      reach((before) => {
        const next = cardAt(target, videos);
        const stays = before && (before.element === next?.element || (!next && hasFocus(before)));
        return stays ? before : next;
      });
    const onHover = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === "mouse") reachCard(target);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) reachCard(target);
    };
    document.addEventListener("pointerover", onHover, on);
    document.addEventListener("focusin", onFocus, on);
    return () => stop.abort();
  }, [videos, isOpen]);

  return reached;
}

function useHiddenCards() {
  const unwanted = useDeviceStorage("unwantedVideos");
  useEffect(() => hideCards(unwanted), [unwanted]);
}
