import { memo, type RefObject, useEffect, useRef, useState } from "react";
import type { AdCardData as Ad, VideoCardData as Video } from "../../server/domain/cards.ts";
import { useValue } from "../device/storage.ts";
import { scrollField, useSavedInEntry } from "../navigation/history-entry.ts";
import { restoreScroll } from "../navigation/scroll-place.ts";
import { AdCard } from "../ui/ads/ads.tsx";
import { whenIdle } from "../ui/idle-part.tsx";
import { cachedItem } from "../ui/kept-item.tsx";
import { whenNear } from "../ui/media/load-picture.ts";
import { useCommitEffect, useSignalEffect } from "../ui/paint.ts";
import { leftOut } from "../ui/video/card.ts";
import { VideoCard } from "../ui/video/video-card.tsx";
import styles from "./grid.module.css";
import { CardSkeleton } from "./list-skeletons.tsx";

const Card = memo(VideoCard);

const BLOCK = 20;
/** A longer list, when restored, renders its visible blocks first. */
const BLOCKS_AT_ONCE = 5;
/** Counted from the list's end. Every drawn block makes adding a page slower, in React, styles and layout. */
const BLOCKS_DRAWN = 17;

interface VideoGridProps {
  items: (Video | Ad)[];
  eager?: number;
  growing?: boolean;
  own?: boolean;
}

/** The last 340 cards stay in the document, for in-page search and screen readers; earlier ones only keep their space. */
export function VideoGrid(props: VideoGridProps) {
  const { items, eager = 0, growing = false, own = false } = props;
  const shown = useValue(leftOut)?.without(items);
  const blocks = splitIntoBlocks((!own && shown) || items, BLOCK, 1);
  const [initialCount] = useState(blocks.length);
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by their index
      key={index}
      items={block}
      lead={index === 0}
      past={index < blocks.length - 2}
      later={initialCount > BLOCKS_AT_ONCE && index < initialCount - 2}
      far={index < blocks.length - BLOCKS_DRAWN}
      eager={index === 0 ? eager : 0}
      growing={growing && index === blocks.length - 1}
      own={own}
    />
  ));
}

interface BlockProps extends Required<VideoGridProps> {
  lead: boolean;
  past: boolean; // certainly off the screen: `content-visibility` may skip it
  later: boolean; // of a restored list: drawn when near or idle
  far: boolean; // drawn only when near
}

const Block = memo(function Block(props: BlockProps) {
  const { items, lead, past, later, far, eager, growing, own } = props;
  const list = useRef<HTMLUListElement>(null);
  const drawn = useDeferredRender(list, { later, far });
  const classes = [styles.grid, lead && styles.lead, past && styles.past, !drawn && styles.later];
  return (
    <ul
      ref={list}
      className={classes.filter(Boolean).join(" ")}
      aria-busy={growing || (!drawn && !far)}
      data-scroll-anchors={own ? undefined : ""}
    >
      {(drawn ? items : []).map((item, index) => {
        const wide = lead && index === 0;
        if ("place" in item) return cachedItem(`ad ${index}`, AdCard, { ad: item, wide });
        const first = index < eager && (index > 0 || "first");
        return cachedItem(item.code, Card, { video: item, wide, eager: first });
      })}
      {growing &&
        [0, 1].map((index) => (
          <CardSkeleton key={index} wide={lead && items.length + index === 0} />
        ))}
    </ul>
  );
}, isSame);

function isSame(before: BlockProps, after: BlockProps): boolean {
  const names = Object.keys(before) as (keyof BlockProps)[];
  return names.every((name) =>
    name === "items" ? sameItems(before.items, after.items) : before[name] === after[name],
  );
}

export const sameItems = <Item,>(before: readonly Item[], after: readonly Item[]) =>
  before.length === after.length && before.every((item, index) => item === after[index]);

export function splitIntoBlocks<Item>(items: readonly Item[], size: number, moreInFirst: number) {
  const blocks = [items.slice(0, size + moreInFirst)];
  for (let from = size + moreInFirst; from < items.length; from += size)
    blocks.push(items.slice(from, from + size));
  return blocks;
}

/** Position `i` of the whole list is an ad if `i % every === every - 1`; `before` counts the items of earlier pages. */
export function interleaveAds<Item, Ad>(
  items: readonly Item[],
  ads: readonly Ad[],
  every: number,
  before = 0,
): (Item | Ad)[] {
  const woven: (Item | Ad)[] = [];
  let position = before + Math.max(0, Math.floor((before - 1) / (every - 1)));
  for (const item of items) {
    if (position % every === every - 1) {
      const ad = ads[Math.floor(position / every) % ads.length];
      if (ad !== undefined) woven.push(ad);
      position += 1;
    }
    woven.push(item);
    position += 1;
  }
  return woven;
}

const OUT_OF_SIGHT = 4; // screens

/** Whether the block is drawn: before the first paint if it is near the restored scroll position. */
function useDeferredRender(
  part: RefObject<Element>,
  { later, far }: Pick<BlockProps, "later" | "far">,
) {
  const [drawn, setDrawn] = useState(!later);
  const saved = useSavedInEntry();

  useCommitEffect(() => {
    if (drawn || !part.current) return;
    const { top, bottom } = part.current.getBoundingClientRect();
    const [from, screen] = [
      (saved("scroll", scrollField) ?? 0) - window.scrollY,
      window.innerHeight,
    ];
    if (top < from + 2 * screen && bottom > from - screen) setDrawn(true);
  }, []);

  // the scroll anchor may be among the cards drawn now
  useCommitEffect(() => {
    if (drawn) restoreScroll();
  }, [drawn]);

  useSignalEffect([drawn, far, part], (signal) => {
    if (drawn || !part.current) return;
    const draw = () => setDrawn(true);
    signal.addEventListener("abort", whenNear(part.current, draw));
    if (!far) signal.addEventListener("abort", whenIdle(draw));
  });

  useEffect(() => {
    if (!far) return;
    return whenIdle(() => {
      const { bottom = 0 } = part.current?.getBoundingClientRect() ?? {};
      const isFocused = part.current?.contains(document.activeElement);
      if (bottom < -OUT_OF_SIGHT * window.innerHeight && !isFocused) setDrawn(false);
    });
  }, [far, part]);
  return drawn;
}
