/** A value over time. */
export interface Series {
  what: string;
  unit: string;
  /** `at` in seconds since the beginning. */
  points: { at: number; value: number }[];
  /** By how much it may grow over the second half, for one that has to stay flat: a share of its mean, and at least so much. */
  mayGrow?: { share: number; least: number };
}

/** A straight line through the second half of a series: its values at that half's beginning and end. */
export function trendOf({ points }: Pick<Series, "points">) {
  const half = points.slice(Math.floor(points.length / 2));
  const mean = (of: (point: (typeof half)[number]) => number) =>
    half.reduce((sum, point) => sum + of(point), 0) / half.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const spread = mean((point) => (point.at - at) ** 2);
  const slope = spread > 0 ? mean((point) => (point.at - at) * (point.value - value)) / spread : 0;
  const on = (moment: number) => value + slope * (moment - at);
  const [from, to] = [half[0]?.at ?? 0, half.at(-1)?.at ?? 0];
  return { from: { at: from, value: on(from) }, to: { at: to, value: on(to) }, mean: value };
}

/** Whether a series grows no more than it may; one without points does not. */
export function isFlat(series: Series): boolean {
  if (!series.mayGrow) return true;
  const { from, to, mean } = trendOf(series);
  const { share, least } = series.mayGrow;
  return to.value - from.value <= Math.max(share * mean, least);
}
