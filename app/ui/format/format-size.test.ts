import { expect, test } from "vitest";
import { formatSize } from "./format-size.ts";

const KB = 1024;
const MB = KB * KB;
const GB = MB * KB;

test.each([
  [0, "0 B"],
  [1, "1 B"],
  [1023, "1023 B"],
  [KB, "1.0 KB"],
  [1234, "1.2 KB"],
  [MB - 1, "1.0 MB"],
  [MB, "1.0 MB"],
  [5.25 * MB, "5.3 MB"],
  [GB - 1, "1.0 GB"],
  [3 * GB, "3.0 GB"],
  [5000 * GB, "5000.0 GB"],
])("%d bytes are formatted as %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
