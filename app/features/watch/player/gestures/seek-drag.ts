/** In seconds: how far a drag across the whole picture seeks at most. */
const MAX_SEEK = 180;
/** In pixels: in fullscreen there is no outside, so a drag is cancelled at the picture's edges. */
const EDGE = 56;
/** In pixels: a drag that began near an edge may move so much without being cancelled. */
const TOLERANCE = 40;

interface Extent {
  top: number;
  bottom: number;
}

/** The second that a drag of `pixels` over a picture `width` wide seeks to. */
export function dragTarget(from: number, pixels: number, width: number, duration: number): number {
  const target = from + (pixels / width) * Math.min(duration, MAX_SEEK);
  return Math.min(Math.max(0, target), duration);
}

/** Between which heights a drag that began at height `start` is not cancelled. */
export function activeZone({ top, bottom }: Extent, start: number, fullscreen: boolean): Extent {
  const edge = fullscreen ? EDGE : 0;
  return {
    top: Math.min(top + edge, start - TOLERANCE),
    bottom: Math.max(bottom - edge, start + TOLERANCE),
  };
}

export const isOutside = ({ top, bottom }: Extent, y: number) => y < top || y > bottom;
