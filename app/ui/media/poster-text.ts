const PIECES = /[\p{Script=Latin}\p{Nd}'’-]+|\s+|./gsu;

/** Breaks a text into at most `max` lines; the rest becomes an ellipsis. */
export function breakLines(text: string, max: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) => (fits(piece) ? piece : [...piece]));
  for (const piece of pieces) {
    if (fits(line + piece)) line += piece;
    else {
      lines.push(line.trim());
      line = piece.trimStart();
    }
  }
  lines.push(line.trim());
  const shown = lines.filter(Boolean);
  return shown.length <= max
    ? shown
    : [...shown.slice(0, max - 1), withEllipsis(shown[max - 1] ?? "", fits)];
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(`${letters.join("")}…`)) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

const MAX_NAME = 60;

export function pictureFileName(title: string, fallback: string): string {
  const clean = (text: string) =>
    [...text.replace(/[\\/:*?"<>|\p{C}]+/gu, " ")]
      .slice(0, MAX_NAME)
      .join("")
      .replace(/^[\s.]+|[\s.]+$/g, "")
      .replace(/\s+/g, " ");
  return `${clean(title) || clean(fallback) || "1"}.png`;
}
