import { texts } from "../../../texts/index.ts";
import { formatCountInWan } from "../../../ui/format.ts";
import { drawQrCode } from "../../../ui/media/qr-code.tsx";
import { lines } from "../page/lines.ts";
import type { WatchPageVideo } from "../page/watch.server.ts";
import { createPen, type Pen } from "./pen.ts";

/** What is shared with a video. */
export interface VideoInvitation {
  link: string;
  /** The member whose friends come by the link; undefined where that is not known. */
  inviteCode: string | undefined;
}

/** In CSS pixels, like all measures here; the picture has three pixels for each. */
const WIDTH = 363;
const SCALE = 3;
const COVER = { x: 0, y: 0, width: WIDTH, height: 204 };
const COVER_FILE = 1080;
const TITLE_LINE = 24;
const TILE = 174;
const CODE = 150;

const flame = new Path2D(
  "M13 2.8c.5 3.3 2 4.6 3.5 6.3 1.4 1.6 2.5 3.2 2.5 5.5a7 7 0 0 1-14 0c0-2.5 1.1-4.3 2.3-5.7.5 1.4 1.3 2.3 2.5 2.7-.5-3.5.7-6.6 3.2-8.8z",
);

/** The share card as one picture, drawn on the device in the look that the page has there. */
export async function drawShareCard(
  video: WatchPageVideo,
  invitation: VideoInvitation,
  site: string,
) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SCALE;
  const measuring = createPen(canvas, SCALE);
  const title = lines(video.title, 2, (line) => measuring.width(line, "title") <= WIDTH - 32);
  const tileTop = COVER.height + 16 + title.length * TITLE_LINE + 14;
  const inviteTop = tileTop + TILE + 12;
  const siteTop = inviteTop + (invitation.inviteCode ? 66 : 4);
  canvas.height = (siteTop + 34) * SCALE;

  // a new size has made the canvas blank
  const pen = createPen(canvas, SCALE);
  pen.fill("--surface", 0, 0, WIDTH, canvas.height);
  await drawCover(pen, video);
  title.forEach((line, index) => {
    pen.text(line, "title", "--text", WIDTH / 2, COVER.height + 28 + index * TITLE_LINE, "center");
  });
  await drawCode(pen, invitation.link, tileTop);
  if (invitation.inviteCode) drawInvite(pen, invitation.inviteCode, inviteTop);
  pen.text(site, "small", "--text-3", WIDTH / 2, siteTop + 11, "center");
  return canvas;
}

async function drawCover(pen: Pen, { poster, vip, hot, duration }: WatchPageVideo) {
  const { x, y, width, height } = COVER;
  pen.gradient("--brand-fill", x, y, width, height, "across");
  const cover = poster && (await loaded(`${poster}?w=${COVER_FILE}`));
  if (cover) pen.picture(cover, x, y, width, height);
  pen.gradient("--scrim-cover", x, height - 56, width, 56, "up");
  if (vip) {
    pen.gradient("--vip-fill", 10, 10, 38, 20, "across", 4);
    pen.text("VIP", "badge", "--on-vip", 29, 20.5, "center");
  }
  pen.path(flame, "--on-stage", 14, height - 26, 14 / 24);
  pen.text(formatCountInWan(hot), "numbers", "--on-stage", 31, height - 19);
  pen.text(duration, "numbers", "--on-stage", width - 14, height - 19, "right");
}

async function drawCode(pen: Pen, link: string, top: number) {
  const left = (WIDTH - TILE) / 2;
  const inset = (TILE - CODE) / 2;
  const code = document.createElement("canvas");
  await drawQrCode(code, link, CODE * SCALE);
  pen.fill("--line", left - 1, top - 1, TILE + 2, TILE + 2, 15);
  pen.fill("#ffffff", left, top, TILE, TILE, 14);
  pen.picture(code, left + inset, top + inset, CODE, CODE);
}

function drawInvite(pen: Pen, code: string, top: number) {
  const { inviteCode, reward } = texts.shareCard;
  const label = `${inviteCode} `;
  const [labelWidth, codeWidth] = [pen.width(label, "body"), pen.width(code, "code")];
  const left = (WIDTH - labelWidth - codeWidth) / 2;
  pen.text(label, "body", "--text-2", left, top + 10);
  pen.text(code, "code", "--text", left + labelWidth, top + 10);
  const pill = pen.width(reward, "pill") + 24;
  pen.fill("--vip-soft", (WIDTH - pill) / 2, top + 28, pill, 28, 14);
  pen.text(reward, "pill", "--vip-text", WIDTH / 2, top + 42, "center");
}

/** A picture of this site; undefined where it cannot be had, which leaves what was drawn in its place. */
async function loaded(address: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => image,
    () => undefined,
  );
}
