import { texts } from "../../../../texts/index.ts";

/** One picture quality of a stream; `height` is 0 where the stream does not say it. */
export interface Level {
  height: number;
}

/**
 * What viewers call the qualities of a stream, given from the lowest bandwidth to the highest: the first is the
 * original, the highest of three or more is ultra clear, what lies between is high definition. Several of those
 * are told apart by their resolution, or by their order where that says nothing.
 */
export function qualityNames(levels: readonly Level[]): string[] {
  const { original, high, ultra } = texts.player;
  const middle = levels.slice(1, levels.length > 2 ? -1 : undefined);
  const heights = new Set(middle.map(({ height }) => height));
  const telling = heights.size === middle.length && !heights.has(0);
  return levels.map(({ height }, index) => {
    if (index === 0) return original;
    if (index > 1 && index === levels.length - 1) return ultra;
    if (middle.length === 1) return high;
    return telling ? `${high} ${height}P` : `${high} ${index}`;
  });
}
