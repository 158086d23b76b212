import { texts } from "../../texts/index.ts";

export const AUTOMATIC_LEVEL = -1 as const; // hls.js's value

export interface Level {
  height: number;
}

/** By ascending bandwidth: original, high definition (told apart by resolution or number), ultra clear. */
export function qualityNames(levels: readonly Level[]): string[] {
  const { original, high, ultra } = texts.player;
  const middle = levels.slice(1, levels.length > 2 ? -1 : undefined);
  const heights = new Set(middle.map(({ height }) => height));
  const distinct = heights.size === middle.length && !heights.has(0);
  return levels.map(({ height }, index) => {
    if (index === 0) return original;
    if (index > 1 && index === levels.length - 1) return ultra;
    if (middle.length === 1) return high;
    return distinct ? `${high} ${height}P` : `${high} ${index}`;
  });
}

const WATCHABLE_HEIGHT = 240; // lines; less is not worth watching

export const lowestWatchable = (levels: readonly Level[]) =>
  Math.max(
    0,
    levels.findIndex(({ height }) => height >= WATCHABLE_HEIGHT),
  );
