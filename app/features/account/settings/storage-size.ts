const UNIT = 1024;
const units = ["B", "KB", "MB", "GB"];

/** A number of bytes as people read it: 0 B, 1.2 KB. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  // what would be rounded up to a whole unit is one
  while (unit < units.length - 1 && Number(size.toFixed(1)) >= UNIT) {
    size /= UNIT;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
