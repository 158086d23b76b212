const UNIT = 1024;
const units = ["B", "KB", "MB", "GB"];

/** Formats bytes: 0 B, 1.2 KB. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  // 1023.96 KB would be shown as 1024.0 KB: use the next unit
  while (unit < units.length - 1 && Number(size.toFixed(1)) >= UNIT) {
    size /= UNIT;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
