/** What a line may be broken between: words of Latin letters stay whole, Chinese may break anywhere. */
const PIECES = /[\p{Script=Latin}\p{Nd}'’-]+|\s+|./gsu;

/**
 * Breaks a text into lines that fit, at most `most` of them; what is left over becomes an ellipsis. `fits` says
 * whether a line is short enough.
 */
export function lines(text: string, most: number, fits: (line: string) => boolean): string[] {
  const broken: string[] = [];
  let line = "";
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) => (fits(piece) ? piece : [...piece]));
  for (const piece of pieces) {
    if (fits(line + piece)) line += piece;
    else {
      broken.push(line.trim());
      line = piece.trimStart();
    }
  }
  broken.push(line.trim());
  const shown = broken.filter(Boolean);
  return shown.length <= most
    ? shown
    : [...shown.slice(0, most - 1), shortened(shown[most - 1] ?? "", fits)];
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(`${letters.join("")}…`)) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
