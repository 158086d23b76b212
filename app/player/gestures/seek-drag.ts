const SECONDS_PER_WIDTH = 180;
/** In fullscreen nothing is outside the picture, so drags are cancelled at its edges. */
const EDGE_PX = 56;
const TOLERANCE_PX = 40; // for drags that start near an edge

interface Extent {
  top: number;
  bottom: number;
}

export function seekTarget(from: number, pixels: number, width: number, duration: number): number {
  const target = from + (pixels / width) * Math.min(duration, SECONDS_PER_WIDTH);
  return Math.min(Math.max(0, target), duration);
}

export function activeZone({ top, bottom }: Extent, start: number, fullscreen: boolean): Extent {
  const edge = fullscreen ? EDGE_PX : 0;
  return {
    top: Math.min(top + edge, start - TOLERANCE_PX),
    bottom: Math.max(bottom - edge, start + TOLERANCE_PX),
  };
}

export const isOutside = ({ top, bottom }: Extent, y: number) => y < top || y > bottom;
