import { isMediaKind, mediaKinds } from "../setup/media-kinds.ts";
import type { MeasureOptions } from "./report.ts";

/** What a benchmark may be told, for `parseArgs`. */
export const measureFlags = {
  quick: { type: "boolean" },
  /** Kinds of `media-kinds.ts`, separated by commas. */
  media: { type: "string" },
  rounds: { type: "string" },
  /** Lengths in seconds, separated by commas. */
  segments: { type: "string" },
} as const;

/** @throws {Error} for what is no kind of media, or no number */
export function measureOptions(values: {
  quick?: boolean;
  media?: string;
  rounds?: string;
  segments?: string;
}): MeasureOptions {
  const media = values.media?.split(",");
  if (media && !media.every(isMediaKind))
    throw new Error(`no such media as ${values.media}; there are ${mediaKinds.join(", ")}`);
  return {
    quick: values.quick ?? false,
    ...(media && { media }),
    ...(values.rounds && { rounds: positive(values.rounds) }),
    ...(values.segments && { segments: values.segments.split(",").map(positive) }),
  };
}

export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${text} is no number above 0`);
  return value;
}
