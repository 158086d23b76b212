import type { SceneRandom } from "./random.ts";

/** Size of every cover. */
export const [W, H] = [640, 360] as const;

export type Point = readonly [number, number];

/** A number as short as it can be without being seen. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A closed shape from its corners. */
export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}z`;

/** A soft line through the middles of its points. */
export function curve(points: readonly Point[]): string {
  const [first = [0, 0] as Point, ...rest] = points;
  let d = `M${n(first[0])} ${n(first[1])}`;
  rest.forEach((point, i) => {
    const after = rest[i + 1];
    if (!after) d += `L${n(point[0])} ${n(point[1])}`;
    else
      d += `Q${n(point[0])} ${n(point[1])} ${n((point[0] + after[0]) / 2)} ${n((point[1] + after[1]) / 2)}`;
  });
  return d;
}

/** Fills everything under a line. */
export const under = (line: string, fill: string, more = ""): string =>
  `<path d="${line}V${H}H-20z" fill="${fill}"${more}/>`;

/** A rolling line from edge to edge: three waves of random phase. */
export function hills(
  random: SceneRandom,
  y: number,
  rise: number,
  waves: number,
  step = 32,
): Point[] {
  const parts = [1, 2.1, 4.3].map((k) => ({ k: k * waves, a: 1 / k, p: random.range(0, 6.28) }));
  const points: Point[] = [];
  for (let x = -20; x <= W + 20; x += step) {
    const sum = parts.reduce((s, w) => s + w.a * Math.sin((x / W) * 6.28 * w.k + w.p), 0);
    points.push([x, y - (sum / 1.7) * rise]);
  }
  const [, last] = points.at(-1) ?? [0, y];
  return [...points, [W + 20, last]];
}

/** A craggy line: peaks and saddles in turn, halved three times with smaller crags. */
export function crags(random: SceneRandom, y: number, rise: number, rough = 0.52): Point[] {
  const first = random.whole(0, 1);
  let heights = Array.from({ length: 7 + random.whole(0, 2) }, (_, i) =>
    i % 2 === first ? random.range(0, 0.34) : random.range(0.42, 1),
  );
  let swing = 0.11;
  for (let i = 0; i < 3; i++) {
    heights = heights.flatMap((a, k) => {
      const b = heights[k + 1];
      return b === undefined ? [a] : [a, (a + b) / 2 + random.range(-swing, swing)];
    });
    swing *= rough;
  }
  const step = (W + 40) / (heights.length - 1);
  return heights.map((height, i) => [-20 + i * step, y - height * rise]);
}

/** An open line with corners. */
export const broken = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;

/** Height of a line at a place. */
export function heightAt(points: readonly Point[], x: number): number {
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (a && b && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0] || 1);
  }
  return points.at(-1)?.[1] ?? H;
}

/** Stars of three sizes; dots with round caps are the shortest way to write them. */
export function stars(random: SceneRandom, count: number, bottom: number, tone = "#fff"): string {
  const groups = [
    [0.66, 1.1, 0.55],
    [0.27, 1.7, 0.8],
    [0.07, 2.6, 1],
  ] as const;
  return groups
    .map(([share, width, opacity]) => {
      let d = "";
      for (let i = 0; i < count * share; i++) {
        // Fewer towards the horizon.
        const y = bottom * (1 - Math.sqrt(random.range(0, 1)) * 0.999);
        d += `M${Math.round(random.range(0, W))} ${n(y)}h0`;
      }
      return `<path d="${d}" stroke="${tone}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;
    })
    .join("");
}

/** Conifers as one path: each stands on the given line. */
export function pines(
  random: SceneRandom,
  ground: readonly Point[],
  {
    count,
    low,
    tall,
    from = -10,
    to = W + 10,
  }: { count: number; low: number; tall: number; from?: number; to?: number },
): string {
  // Right side of a tree from its tip down: share of the half width, share of the height.
  const side: readonly Point[] = [
    [0, 1],
    [0.5, 0.6],
    [0.28, 0.63],
    [0.76, 0.3],
    [0.44, 0.33],
    [1, 0],
  ];
  const mirrored = side
    .slice(1)
    .reverse()
    .map(([x, y]): Point => [-x, y]);
  let d = "";
  for (let i = 0; i < count; i++) {
    const x = from + ((i + random.range(0.1, 0.9)) / count) * (to - from);
    const size = low + (tall - low) * random.range(0, 1) ** 1.6;
    const foot = heightAt(ground, x) + 5;
    const half = size * random.range(0.17, 0.24);
    d += polygon([...side, ...mirrored].map(([u, v]): Point => [x + u * half, foot - v * size]));
  }
  return d;
}
