/** In seconds, for a drag across the whole picture. */
const MAX_SEEK = 180;
/** In pixels: fullscreen has no outside, so drags are cancelled at the edges. */
const EDGE = 56;
/** In pixels: tolerance for drags that start near an edge. */
const TOLERANCE = 40;

interface Extent {
  top: number;
  bottom: number;
}

export function dragTarget(from: number, pixels: number, width: number, duration: number): number {
  const target = from + (pixels / width) * Math.min(duration, MAX_SEEK);
  return Math.min(Math.max(0, target), duration);
}

/** The heights between which a drag from `start` is not cancelled. */
export function activeZone({ top, bottom }: Extent, start: number, fullscreen: boolean): Extent {
  const edge = fullscreen ? EDGE : 0;
  return {
    top: Math.min(top + edge, start - TOLERANCE),
    bottom: Math.max(bottom - edge, start + TOLERANCE),
  };
}

export const isOutside = ({ top, bottom }: Extent, y: number) => y < top || y > bottom;
