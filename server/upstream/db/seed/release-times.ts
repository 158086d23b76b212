import type { SeededRandom } from "./random.ts";

/** The newest video's time; fixed, so that every seed is the same. */
const NEWEST = Date.parse("2026-11-20T20:00:00+08:00");
const DAYS_BACK = 270;
/** Videos come out from morning to evening: the newest at 20:00, others up to 12 hours earlier in their day. */
const MINUTES_EARLIER = 12 * 60;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * When each video came out, over the last months; a programme's videos in their order.
 * @param programmes the programme of each video
 */
export function releaseTimes(programmes: readonly string[], random: SeededRandom): Date[] {
  const times = programmes.map((programme) => ({
    programme,
    time: NEWEST - random.int(0, DAYS_BACK) * DAY - random.int(0, MINUTES_EARLIER) * MINUTE,
  }));
  const waiting = new Map<string, number[]>();
  for (const { programme, time } of times.toSorted((one, other) => one.time - other.time)) {
    waiting.set(programme, [...(waiting.get(programme) ?? []), time]);
  }
  return times.map(({ programme, time }) => new Date(waiting.get(programme)?.shift() ?? time));
}
