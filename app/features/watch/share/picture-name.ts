const LONGEST = 60;

/** A file's name from a video's title, which may hold what no file system takes. */
export function pictureName(title: string, otherwise: string): string {
  const clean = (text: string) =>
    [...text.replace(/[\\/:*?"<>|\p{C}]+/gu, " ")]
      .slice(0, LONGEST)
      .join("")
      .replace(/^[\s.]+|[\s.]+$/g, "")
      .replace(/\s+/g, " ");
  return `${clean(title) || clean(otherwise) || "1"}.png`;
}
