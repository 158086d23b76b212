import { useLocation } from "@remix-run/react";
import { type ComponentProps, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { blurCovers, finishedVideos, hideVideos } from "../../device/before-first-paint.ts";
import { deviceStorage, useDeviceStorage, useValue } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { useCommitEffect, useSignalEffect } from "../../ui/paint.ts";
import { closeWithToast, useOnDemand } from "../../ui/use-on-demand.ts";
import { type LeftOut, leftOut } from "../../ui/video/card.ts";
import { readHistory, useSetCanContinue } from "../continue/watched-videos.ts";
import styles from "./card-gestures.module.css";
import { type Card, cardAt, watchLongPresses } from "./long-press.ts";

const words = texts.watchedVideos;

const fetchSheet = () => import("./card-sheet.tsx").then(({ CardSheet }) => CardSheet);

export function CardGestures() {
  const [card, openSheet] = useState<Card>();
  const close = useCallback(() => openSheet(undefined), []);
  const active = useActiveCard(card !== undefined);
  const Sheet = useOnDemand(fetchSheet, card !== undefined, closeWithToast(close));
  useLeaveOut();
  useSetCanContinue();

  useSignalEffect([], (signal) => watchLongPresses(openSheet, signal));

  const blurs = useDeviceStorage("blurCovers");
  useEffect(() => blurCovers(blurs), [blurs]);
  const detail = useDeviceStorage("appLook");
  // the first script shows it
  useEffect(() => void dispatchEvent(new CustomEvent("look", { detail })), [detail]);

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

  useSignalEffect([isOpen], (signal) => {
    if (isOpen) return;
    const on = { signal, passive: true };
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
  });

  return active;
}

/** What was finished is read once per page, so that no card goes while its list is looked at. */
function useLeaveOut() {
  const unwanted = useDeviceStorage("unwantedVideos");
  const hidesWatched = useDeviceStorage("hideWatched");
  const location = useLocation();
  useCommitEffect(() => {
    const finished = finishedVideos(readHistory(), location);
    const hidden = hidesWatched ? [...unwanted, ...finished] : unwanted;
    hideVideos(hidden);
    leftOut.change(leaveOut(new Set(hidden), new Set(finished)));
  }, [location.key, unwanted, hidesWatched]);
}

const leaveOut = (hidden: ReadonlySet<string>, finished: ReadonlySet<string>): LeftOut => ({
  // leaves no gaps in blocks; the first card stays, because the next would take its size and shift the others
  without: (items) =>
    hidden.size === 0
      ? items
      : items.filter((item, index) => index === 0 || "place" in item || !hidden.has(item.code)),
  finished,
  Note: FinishedNote,
});

/** Stays after its button is pressed, to take that back. */
function FinishedNote({ rows, before = [], onlyIfAll }: ComponentProps<LeftOut["Note"]>) {
  const { finished } = useValue(leftOut) ?? {};
  const hides = useDeviceStorage("hideWatched");
  const [offered] = useState(hides);
  const codes = [...before, ...rows.map(({ code }) => code)];
  const count = codes.filter((code) => finished?.has(code)).length;
  if (count < (onlyIfAll ? codes.length : 1) || !(hides || offered)) return null;
  return (
    <p className={styles.note}>
      {words[hides ? "hidden" : "shown"](count)}
      <Button
        kind="tint"
        size="row"
        onClick={() => deviceStorage.update("hideWatched", () => !hides)}
      >
        {words[hides ? "show" : "hide"]}
      </Button>
    </p>
  );
}
