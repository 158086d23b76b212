type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const format = (rgb: Rgb): string =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(255, Math.max(0, v)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** The colour that lies `share` of the way from one to the other. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)];
  const at = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share;
  return format([at(0), at(1), at(2)]);
}

/** Turns a colour around the colour circle, at the same lightness as the eye sees it. */
export function turn(hex: string, degrees: number): string {
  const [r, g, b] = parse(hex);
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  // The hue rotation of SVG's feColorMatrix.
  return format([
    r * (0.213 + c * 0.787 - s * 0.213) +
      g * (0.715 - c * 0.715 - s * 0.715) +
      b * (0.072 - c * 0.072 + s * 0.928),
    r * (0.213 - c * 0.213 + s * 0.143) +
      g * (0.715 + c * 0.285 + s * 0.14) +
      b * (0.072 - c * 0.072 - s * 0.283),
    r * (0.213 - c * 0.213 - s * 0.787) +
      g * (0.715 - c * 0.715 + s * 0.715) +
      b * (0.072 + c * 0.928 + s * 0.072),
  ]);
}

export const darker = (hex: string, share: number) => mix(hex, "#07060d", share);
export const lighter = (hex: string, share: number) => mix(hex, "#fff8ec", share);
