import { useLocation, useNavigate } from "@remix-run/react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { DeferredOutcome } from "../../../server/outcomes/defer-after.ts";
import { GridSkeleton } from "../../lists/list-skeletons.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import { watchDrag } from "../../ui/touch-drag.ts";
import type { Tag } from "./header.tsx";
import { HOME_TAG, homeAddress } from "./home-query.ts";
import styles from "./tag-swipes.module.css";

const CHANGE_SHARE = 0.3; // of the list's width
const CHANGE_SPEED = 0.4; // pixels per millisecond
const EDGE = 24; // pixels from the screen's edges, where the system's back swipe begins

interface TagSwipesProps {
  list: RefObject<HTMLElement>;
  tag: string;
  tags: DeferredOutcome<Tag[]>;
}

export function TagSwipes({ list: { current: list }, tag, tags }: TagSwipesProps) {
  const { key } = useLocation();
  const navigate = useNavigate();
  const codes = useTagCodes(tags);
  const [side, setSide] = useState(0); // 1: the next list enters from the right; -1: from the left
  const isLeaving = useRef(false);

  useSignalEffect([list, codes, tag, navigate], (signal) => {
    if (!list || !codes) return;
    const neighbour = (step: number) => codes[codes.indexOf(tag) + step];
    Object.assign(list.style, { position: "relative", touchAction: "pan-y pinch-zoom" });
    watchDrag(list, "x", {
      signal,
      begins: (direction, event) => {
        if (isLeaving.current || !neighbour(-direction) || isForOthers(event, list)) return false;
        setSide(-direction);
        return true;
      },
      onMove: (distance) => moveTo(list, distance),
      onEnd: async (distance, speed) => {
        const next = neighbour(-Math.sign(distance));
        const isFar = Math.abs(distance) > list.offsetWidth * CHANGE_SHARE;
        const isFast = Math.abs(speed) > CHANGE_SPEED;
        if (next && (isFar || isFast) && speed * distance >= 0) {
          isLeaving.current = true;
          navigate(homeAddress({ tag: next }));
          return moveTo(list, Math.sign(distance) * list.offsetWidth, true);
        }
        moveTo(list, 0, true);
        await Promise.allSettled(list.getAnimations().map(({ finished }) => finished));
        if (!list.style.translate) setSide(0);
      },
    });
  });

  // removes the skeleton in the paint that shows the next list
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation
  useLayoutEffect(() => {
    if (!isLeaving.current || !list) return;
    isLeaving.current = false;
    const skeleton = list.lastElementChild?.getBoundingClientRect().left ?? 0;
    moveTo(list, 0);
    moveTo(list, skeleton - list.getBoundingClientRect().left);
    list.getBoundingClientRect();
    moveTo(list, 0, true);
    setSide(0);
  }, [key]);

  if (!list || side === 0) return null;
  return createPortal(
    <div
      className={`${styles.next} ${side > 0 ? styles.right : styles.left}`}
      style={{ top: window.scrollY }}
    >
      <GridSkeleton cards={9} />
    </div>,
    list,
  );
}

function moveTo(list: HTMLElement, pixels: number, slides = false) {
  list.style.transition = slides ? "translate var(--t-3) var(--ease-out)" : "none";
  list.style.translate = pixels === 0 ? "" : `${pixels}px`;
}

function isForOthers({ target, touches: [touch] }: TouchEvent, list: HTMLElement): boolean {
  if (!touch || touch.clientX < EDGE || touch.clientX > window.innerWidth - EDGE) return true;
  for (let part = target as Element | null; part && part !== list; part = part.parentElement) {
    const isWider = part.scrollWidth > part.clientWidth;
    if (isWider && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  }
  return false;
}

function useTagCodes(tags: DeferredOutcome<Tag[]>): string[] | undefined {
  const [codes, setCodes] = useState<string[]>();
  useSignalEffect([tags], (signal) => {
    Promise.resolve(tags).then(
      (outcome) => {
        if (!signal.aborted && outcome.ok)
          setCodes([HOME_TAG, ...outcome.data.map(({ code }) => code)]);
      },
      () => undefined,
    );
  });
  return codes;
}
