import type { ComponentType } from "react";
import type { AdCardData, VideoCardData } from "../../../server/domain/cards.ts";
import { createValue } from "../../device/create-store.ts";

/** In milliseconds: a click comes within this time after the finger is lifted. */
export const CLICK_MS = 400;
/** In milliseconds: a touch so soon after scrolling only stops the scrolling. */
export const STILL_MS = 120;

export const cardVideos = new WeakMap<Element, VideoCardData>();

/** What is left out of lists; undefined until loaded, while a style sheet hides it. */
export interface LeftOut {
  without: <Item extends VideoCardData | AdCardData>(items: Item[]) => Item[];
  finished: ReadonlySet<string>; // of what was watched to its end, hidden or not
  Note: ComponentType<{
    rows: readonly { code: string }[];
    before?: readonly string[];
    onlyIfAll?: boolean;
  }>;
}

export const leftOut = createValue<LeftOut>();

export const cardRef = (video: VideoCardData) => (element: Element | null) => {
  if (element) cardVideos.set(element, video);
};
