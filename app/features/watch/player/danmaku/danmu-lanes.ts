/** When a comment starts, in seconds of the video, and how wide it is drawn. */
interface Passing {
  start: number;
  width: number;
}

/** Keeps things apart that share a picture: answers in which lane something may go, if in any. */
export interface Lanes {
  take(passing: Passing): number | undefined;
}

const APART_PX = 16;

function lanesWhere(
  count: number,
  mayFollow: (earlier: Passing, later: Passing) => boolean,
): Lanes {
  const last: (Passing | undefined)[] = Array.from({ length: count });
  return {
    take(passing) {
      const free = last.findIndex((earlier) => !earlier || mayFollow(earlier, passing));
      if (free < 0) return undefined;
      last[free] = passing;
      return free;
    },
  };
}

/** Lanes for what rolls from the right edge out over the left one, each in `seconds`: long ones are faster. */
export function rollingLanes(count: number, frame: number, seconds: number): Lanes {
  const speedOf = ({ width }: Passing) => (frame + width) / seconds;
  return lanesWhere(count, (earlier, later) => {
    const hasEntered = speedOf(earlier) * (later.start - earlier.start) >= earlier.width + APART_PX;
    const isCaughtUp = later.start + (frame - APART_PX) / speedOf(later) < earlier.start + seconds;
    return hasEntered && !isCaughtUp;
  });
}

/** Lanes for what stands still for `seconds`. */
export function standingLanes(count: number, seconds: number): Lanes {
  return lanesWhere(count, (earlier, later) => later.start >= earlier.start + seconds);
}
