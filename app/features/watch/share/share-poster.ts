import { texts } from "../../../texts/index.ts";
import { formatCountInWan } from "../../../ui/format/format.ts";
import {
  breakLines,
  createPoster,
  loadImage,
  type Poster,
  pictureFileName,
  savePoster,
} from "../../../ui/media/poster.ts";
import type { WatchPageVideo } from "../watch.server.ts";

export type SharedVideo = Pick<WatchPageVideo, "title" | "poster" | "vip" | "hot" | "duration">;

export interface VideoInvitation {
  link: string;
  inviteCode: string | undefined;
}

const WIDTH = 363; // CSS pixels
const SCALE = 3;
const COVER = { x: 0, y: 0, width: WIDTH, height: 204 };
const COVER_FILE_WIDTH = 1080;
const TITLE_LINE = 24;
const TILE = 174;
const QR_CODE = 150;

const fonts = {
  title: "600 16px",
  numbers: "500 13px",
  badge: "700 12px",
  body: "400 14px",
  code: "600 14px",
  reward: "500 13px",
  site: "400 12px",
};

const FLAME =
  "M13 2.8c.5 3.3 2 4.6 3.5 6.3 1.4 1.6 2.5 3.2 2.5 5.5a7 7 0 0 1-14 0c0-2.5 1.1-4.3 2.3-5.7.5 1.4 1.3 2.3 2.5 2.7-.5-3.5.7-6.6 3.2-8.8z";

export async function saveShareCard(video: SharedVideo, invitation: VideoInvitation, site: string) {
  const poster = createPoster({
    width: WIDTH,
    scale: SCALE,
    scheme: "page",
    baseline: "middle",
  });
  const fits = (line: string) => poster.widthOf(line, fonts.title) <= WIDTH - 32;
  const title = breakLines(video.title, 2, fits);
  const tileTop = COVER.height + 16 + title.length * TITLE_LINE + 14;
  const inviteTop = tileTop + TILE + 12;
  const siteTop = inviteTop + (invitation.inviteCode ? 66 : 4);
  const height = siteTop + 34;

  poster.setHeight(height);
  poster.fill("--surface", { x: 0, y: 0, width: WIDTH, height });
  await drawCover(poster, video);
  title.forEach((line, index) => {
    poster.write(line, COVER.height + 28 + index * TITLE_LINE, fonts.title, "--text");
  });
  await drawQrTile(poster, invitation.link, tileTop);
  if (invitation.inviteCode) drawInvite(poster, invitation.inviteCode, inviteTop);
  poster.write(site, siteTop + 11, fonts.site, "--text-3");
  await savePoster(poster, pictureFileName(video.title, site));
}

async function drawCover(poster: Poster, { poster: address, vip, hot, duration }: SharedVideo) {
  const { width, height } = COVER;
  poster.gradient("--brand-fill", "diagonal", COVER);
  const cover = address && (await loadImage(`${address}?w=${COVER_FILE_WIDTH}`));
  if (cover) poster.picture(cover, COVER);
  poster.gradient("--scrim-cover", "up", { x: 0, y: height - 56, width, height: 56 });
  if (vip) {
    const badge = { x: 10, y: 10, width: 38, height: 20, radius: 4 };
    const text = { font: fonts.badge, colour: "--on-vip", x: 29, y: 20.5 };
    poster.gradient("--vip-fill", "diagonal", badge);
    poster.text("VIP", { ...text, align: "center" });
  }
  const numbers = { font: fonts.numbers, colour: "--on-stage", y: height - 19 };
  poster.path(new Path2D(FLAME), "--on-stage", 14, height - 26, 14 / 24);
  poster.text(formatCountInWan(hot), { ...numbers, x: 31 });
  poster.text(duration, { ...numbers, x: width - 14, align: "right" });
}

async function drawQrTile(poster: Poster, link: string, y: number) {
  const x = (WIDTH - TILE) / 2;
  const inset = (TILE - QR_CODE) / 2;
  const border = { x: x - 1, y: y - 1, width: TILE + 2, height: TILE + 2, radius: 15 };
  poster.fill("--line", border);
  poster.fill("--paper", { x, y, width: TILE, height: TILE, radius: 14 });
  await poster.qrCode(link, { x: x + inset, y: y + inset, width: QR_CODE, height: QR_CODE });
}

function drawInvite(poster: Poster, code: string, top: number) {
  const { inviteCode, reward } = texts.shareCard;
  const label = `${inviteCode} `;
  const labelWidth = poster.widthOf(label, fonts.body);
  const left = (WIDTH - labelWidth - poster.widthOf(code, fonts.code)) / 2;
  const line = { y: top + 10 };
  poster.text(label, { ...line, font: fonts.body, colour: "--text-2", x: left });
  poster.text(code, { ...line, font: fonts.code, colour: "--text", x: left + labelWidth });
  const width = poster.widthOf(reward, fonts.reward) + 24;
  const pill = { x: (WIDTH - width) / 2, y: top + 28, width, height: 28, radius: 14 };
  poster.fill("--vip-soft", pill);
  poster.write(reward, top + 42, fonts.reward, "--vip-text");
}
