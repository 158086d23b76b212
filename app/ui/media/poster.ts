import { pageColours } from "../../styles/page-colours.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../feedback/toast.tsx";
import { drawQrCode } from "./qr-code.tsx";

/** The light scheme's tokens of `styles/tokens.css`, for pictures that are saved or shared. */
export const lightTokens = {
  "--bg": pageColours.light,
  "--text": "#1b1714",
  "--text-2": "#57504a",
  "--paper": "#ffffff",
  "--brand": "#ff7a1a",
  "--on-brand": "#2b1300",
  "--brand-fill": "linear-gradient(135deg, #ff9a45, #ff7a1a)",
  "--brand-glow": "rgb(255 244 224 / 0.3)",
} as const;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}

interface TextStyle {
  font: string;
  colour: string;
  x: number;
  y: number;
  align?: CanvasTextAlign;
}

interface PosterOptions {
  width: number;
  height?: number; // may be left out if `setHeight` follows
  scale?: number;
  scheme?: "page" | "light"; // colours of the page, or always the light ones
  baseline?: CanvasTextBaseline;
}

const LONGEST_LINE = 0.92; // of the poster's width; longer text is drawn narrower

export type Poster = ReturnType<typeof createPoster>;

const colourStop = /(#[\da-f]{3,8}|rgba?\([^)]*\))\s*(?:([\d.]+)%)?/gi;

export function createPoster(options: PosterOptions) {
  const { width, height = 1, scale = 1, scheme = "light", baseline = "alphabetic" } = options;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  const page = getComputedStyle(document.documentElement);
  const family = getComputedStyle(document.body).fontFamily;
  const colourOf = (token: string): string =>
    scheme === "page"
      ? page.getPropertyValue(token).trim()
      : (lightTokens[token as keyof typeof lightTokens] ?? "");

  const setSize = (newHeight: number) => {
    canvas.width = width * scale;
    canvas.height = newHeight * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.textBaseline = baseline;
    context.imageSmoothingQuality = "high";
  };
  setSize(height);

  const fillBox = ({ x, y, width, height, radius = 0 }: Box) => {
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.fill();
  };
  const picture = (source: HTMLImageElement | HTMLCanvasElement, box: Box) => {
    const [sourceWidth, sourceHeight] =
      source instanceof HTMLImageElement
        ? [source.naturalWidth, source.naturalHeight]
        : [source.width, source.height];
    const sourceScale = Math.min(sourceWidth / box.width, sourceHeight / box.height);
    const [cutWidth, cutHeight] = [box.width * sourceScale, box.height * sourceScale];
    const [cutX, cutY] = [(sourceWidth - cutWidth) / 2, (sourceHeight - cutHeight) / 2];
    context.drawImage(
      ...([source, cutX, cutY, cutWidth, cutHeight] as const),
      ...([box.x, box.y, box.width, box.height] as const),
    );
  };

  return {
    canvas,
    setHeight: setSize,
    widthOf(text: string, font: string) {
      context.font = `${font} ${family}`;
      return context.measureText(text).width;
    },
    text(text: string, { font, colour, x, y, align = "left" }: TextStyle) {
      context.font = `${font} ${family}`;
      context.textAlign = align;
      context.fillStyle = colourOf(colour);
      context.fillText(text, x, y, width * LONGEST_LINE);
    },
    write(text: string, y: number, font: string, colour: string) {
      this.text(text, { font, colour, x: width / 2, y, align: "center" });
    },
    fill(token: string, box: Box) {
      context.fillStyle = colourOf(token);
      fillBox(box);
    },
    gradient(token: string, direction: "diagonal" | "up", box: Box) {
      const { x, y, width, height } = box;
      const gradient =
        direction === "up"
          ? context.createLinearGradient(0, y + height, 0, y)
          : context.createLinearGradient(x, y, x + width, y + height);
      const stops = [...colourOf(token).matchAll(colourStop)];
      stops.forEach(([, colour = "", percent], index) => {
        const evenly = index / Math.max(1, stops.length - 1);
        gradient.addColorStop(percent === undefined ? evenly : Number(percent) / 100, colour);
      });
      context.fillStyle = gradient;
      fillBox(box);
    },
    circle(token: string, x: number, y: number, radius: number) {
      context.fillStyle = colourOf(token);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    },
    path(shape: Path2D, token: string, x: number, y: number, size: number) {
      context.save();
      context.translate(x, y);
      context.scale(size, size);
      context.fillStyle = colourOf(token);
      context.fill(shape);
      context.restore();
    },
    picture,
    async qrCode(text: string, box: Box, logo?: string) {
      const code = document.createElement("canvas");
      await drawQrCode(code, text, box.width * scale, logo);
      picture(code, box);
    },
  };
}

export async function loadImage(address: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => image,
    () => undefined,
  );
}

export async function savePoster({ canvas }: Poster, fileName: string): Promise<void> {
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (drawn) => (drawn ? resolve(drawn) : reject(new Error("the canvas could not be encoded"))),
      "image/png",
    ),
  );
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  showToast(texts.pictureSaved, { kind: "done" });
  // by then, the download has its own reference to the data
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const PIECES = /[\p{Script=Latin}\p{Nd}'’-]+|\s+|./gsu;

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
