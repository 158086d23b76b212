import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { hideUnwanted } from "../../device/before-first-paint.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import { useSetCanContinue } from "../continue/watched-videos.ts";
import styles from "./card-gestures.module.css";
import { type Card, cardAt, watchLongPresses } from "./long-press.ts";

const fetchSheet = () => import("./card-sheet.tsx").then(({ CardSheet }) => CardSheet);

export function CardGestures() {
  const [card, openSheet] = useState<Card>();
  const close = useCallback(() => openSheet(undefined), []);
  const active = useActiveCard(card !== undefined);
  const Sheet = useOnDemand(fetchSheet, card !== undefined, () => {
    close();
    showToast(texts.network, { kind: "failed" });
  });
  const unwanted = useDeviceStorage("unwantedVideos");
  useSetCanContinue();

  useEffect(() => hideUnwanted(unwanted), [unwanted]);
  useEffect(() => watchLongPresses(openSheet), []);

  return (
    <>
      {active &&
        createPortal(
          <button
            type="button"
            className={styles.more}
            aria-label={texts.cardMenu.more(active.video.title || texts.untitled)}
            aria-haspopup="dialog"
            onClick={() => openSheet(active)}
          >
            <Icon name="more" size={20} />
          </button>,
          active.element,
        )}
      {Sheet && <Sheet card={card} onClose={close} />}
    </>
  );
}

/** The card under the mouse or with keyboard focus. Kept while its sheet is open, so that the focus can return to it. */
function useActiveCard(isOpen: boolean): Card | undefined {
  const [active, setActive] = useState<Card>();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on each page
  useEffect(() => setActive(undefined), [key]);

  useEffect(() => {
    if (isOpen) return;
    const stop = new AbortController();
    const on = { signal: stop.signal, passive: true };
    const hasFocus = ({ element }: Card) => element.querySelector(":focus-visible") !== null;
    const activate = (target: EventTarget | null) =>
      setActive((before) => {
        const next = cardAt(target);
        const isKept = before && (before.element === next?.element || (!next && hasFocus(before)));
        return isKept ? before : next;
      });
    const onHover = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === "mouse") activate(target);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) activate(target);
    };
    document.addEventListener("pointerover", onHover, on);
    document.addEventListener("focusin", onFocus, on);
    return () => stop.abort();
  }, [isOpen]);

  return active;
}
