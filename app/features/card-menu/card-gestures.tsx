import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { hideCards } from "../../device/before-first-paint.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import { useContinueMark } from "../continue/watched-videos.ts";
import styles from "./card-gestures.module.css";
import { type Card, cardAt, watchLongPresses } from "./long-press.ts";

const fetchSheet = () => import("./card-sheet.tsx").then(({ CardSheet }) => CardSheet);

export function CardGestures() {
  const [card, choose] = useState<Card>();
  const close = useCallback(() => choose(undefined), []);
  const reached = useReachedCard(card !== undefined);
  const Sheet = useOnDemand(fetchSheet, card !== undefined, () => {
    close();
    showToast(texts.network, { kind: "failed" });
  });
  useHiddenCards();
  useContinueMark();

  useEffect(() => watchLongPresses(choose), []);

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

function useReachedCard(isOpen: boolean): Card | undefined {
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
        const next = cardAt(target);
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
  }, [isOpen]);

  return reached;
}

function useHiddenCards() {
  const unwanted = useDeviceStorage("unwantedVideos");
  useEffect(() => hideCards(unwanted), [unwanted]);
}
