/** In seconds: how far a drag across the whole picture goes at most. */
const LONGEST = 180;
/** In pixels: filling the screen, the picture's own edges are where a drag is cancelled. */
const EDGE = 56;
/** In pixels: a finger that began near an edge may still tremble. */
const TREMBLE = 40;

export interface Extent {
  top: number;
  bottom: number;
}

/** Where a drag of `pixels` over a picture `width` wide leads. */
export function dragTarget(from: number, pixels: number, width: number, duration: number): number {
  const target = from + (pixels / width) * Math.min(duration, LONGEST);
  return Math.min(Math.max(0, target), duration);
}

/** Between which heights a finger that began at `start` still means it. */
export function seriousZone({ top, bottom }: Extent, start: number, fullscreen: boolean): Extent {
  const edge = fullscreen ? EDGE : 0;
  return {
    top: Math.min(top + edge, start - TREMBLE),
    bottom: Math.max(bottom - edge, start + TREMBLE),
  };
}

export const isOutside = ({ top, bottom }: Extent, y: number) => y < top || y > bottom;
