import { isFlat, type Series, trendOf } from "./trend.ts";

const WIDTH = 960;
const PANEL = { height: 110, left: 170, right: 20, gap: 34 };

/** A time in which something was done to what is measured, in seconds since the beginning. */
export interface Span {
  from: number;
  to: number;
  what: string;
}

const short = (value: number) => String(Number(value.toPrecision(3)));

/**
 * Series above each other, as SVG: a panel for each, from 0 to its most, with the straight line of its second half, and in all
 * of them the spans as grey bands.
 */
export function chartOf(title: string, series: readonly Series[], spans: readonly Span[]): string {
  const end = Math.max(1, ...series.flatMap(({ points }) => points.map(({ at }) => at)));
  const x = (at: number) => PANEL.left + (at / end) * (WIDTH - PANEL.left - PANEL.right);
  const step = PANEL.height + PANEL.gap;
  const panels = series.map((one, index) => panelOf(one, 50 + index * step, x));
  const height = 50 + series.length * step;
  const bands = spans.map(
    ({ from, to, what }) =>
      `<rect x="${x(from)}" y="34" width="${Math.max(1, x(to) - x(from))}" height="${height - 54}" fill="#eee"/>` +
      `<text x="${x(from)}" y="30" font-size="9">${what}</text>`,
  );
  const minutes = Array.from({ length: Math.floor(end / 60) + 1 }, (_, minute) => minute * 60);
  const every = Math.ceil(minutes.length / 12);
  const ticks = minutes
    .filter((_, index) => index % every === 0)
    .map((at) => `<text x="${x(at)}" y="${height - 6}" font-size="10">${at / 60} min</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="10" y="16" font-size="14">${title}</text>
${[...bands, ...panels, ...ticks].join("\n")}
</svg>
`;
}

function panelOf(series: Series, top: number, x: (at: number) => number): string {
  const { what, unit, points, mayGrow } = series;
  const most = Math.max(...points.map(({ value }) => value), Number.MIN_VALUE);
  const bottom = top + PANEL.height;
  const y = (value: number) => bottom - (value / most) * PANEL.height;
  const line = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const text = (from: number, row: number, words: string) =>
    `<text x="${from}" y="${top + row}">${words}</text>`;
  const labels = [text(10, 14, what), text(10, 32, `most ${short(most)} ${unit}`)];
  const drawn = `<polyline points="${line.join(" ")}" fill="none" stroke="#06c"/>`;
  const axis = `<path d="M${PANEL.left} ${top}V${bottom}H${WIDTH - PANEL.right}" fill="none" stroke="#999"/>`;
  if (!mayGrow) return [axis, drawn, ...labels].join("");
  const { from, to } = trendOf(series);
  const colour = isFlat(series) ? "#090" : "#d00";
  const growth = to.value - from.value;
  const trend = `<path d="M${x(from.at)} ${y(from.value)}L${x(to.at)} ${y(to.value)}" stroke="${colour}" stroke-width="2"/>`;
  labels.push(text(10, 50, `second half ${growth < 0 ? "" : "+"}${short(growth)} ${unit}`));
  labels.push(
    `<text x="10" y="${top + 68}" fill="${colour}">${isFlat(series) ? "flat" : "grows"}</text>`,
  );
  return [axis, drawn, trend, ...labels].join("");
}
