const UNIT = 1024;
const units = ["B", "KB", "MB", "GB"];

export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  // avoids rounding 1023.96 KB up to 1024.0 KB
  while (unit < units.length - 1 && Number(size.toFixed(1)) >= UNIT) {
    size /= UNIT;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
