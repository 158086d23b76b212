import type { Random } from "./random.ts";

/** The newest video's time; fixed, so that every seed is the same. */
const NEWEST = Date.parse("2026-11-20T20:00:00+08:00");
const MINUTE = 60_000;
const MINUTES_BACK = 270 * 24 * 60;

/**
 * When each video came out, over the last months; a programme's videos in their order.
 * @param programmes the programme of each video
 */
export function releaseTimes(programmes: readonly string[], random: Random): Date[] {
  const times = programmes.map((programme) => ({
    programme,
    time: NEWEST - random.int(0, MINUTES_BACK) * MINUTE,
  }));
  const waiting = new Map<string, number[]>();
  for (const { programme, time } of times.toSorted((one, other) => one.time - other.time)) {
    waiting.set(programme, [...(waiting.get(programme) ?? []), time]);
  }
  return times.map(({ programme, time }) => new Date(waiting.get(programme)?.shift() ?? time));
}
