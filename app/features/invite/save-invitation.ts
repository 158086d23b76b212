import { texts } from "../../texts/index.ts";
import { drawQrCode } from "../../ui/media/qr-code.tsx";
import { savePicture } from "../../ui/media/save-picture.ts";

interface Poster {
  site: string;
  code: string;
  link: string;
  /** A picture of this site. */
  logo: string;
}

const WIDTH = 1_080;
const HEIGHT = 1_420;
const TILE = { side: 680, top: 380 };
const QR_SIDE = 600;
const LINK_FONT = "400 36px";
/** A picture that leaves the site is the same in both schemes: the light ones of `tokens.css`. */
const colours = {
  paper: "#f6f4f1",
  ink: "#1b1714",
  quiet: "#57504a",
  sun: ["#ff9a45", "#ff7a1a"],
  glow: "rgb(255 244 224 / 0.3)",
  onSun: "#2b1300",
};

/** Draws the invitation as a picture that can be posted anywhere, and hands it to the device. */
export async function saveInvitation(poster: Poster): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  drawSun(pen);
  const write = writer(pen);
  write(poster.site, 180, "700 88px", colours.onSun);
  write(texts.invite.promise, 280, "500 40px", colours.onSun);
  await drawTile(pen, poster);
  write(`${texts.invite.code} ${poster.code}`, 1_190, "700 56px", colours.ink);
  write("", 0, LINK_FONT, colours.quiet);
  linesOf(pen, poster.link).forEach((line, index) => {
    write(line, 1_290 + index * 48, LINK_FONT, colours.quiet);
  });
  await savePicture(canvas, `${poster.site}-${poster.code}.png`);
}

function drawSun(pen: CanvasRenderingContext2D) {
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const sun = pen.createLinearGradient(0, 0, WIDTH, 620);
  colours.sun.forEach((colour, stop) => {
    sun.addColorStop(stop, colour);
  });
  pen.fillStyle = sun;
  pen.fillRect(0, 0, WIDTH, 620);
  pen.fillStyle = colours.glow;
  for (const radius of [380, 180]) {
    pen.beginPath();
    pen.arc(900, 90, radius, 0, 2 * Math.PI);
    pen.fill();
  }
}

async function drawTile(pen: CanvasRenderingContext2D, { link, logo }: Poster) {
  const left = (WIDTH - TILE.side) / 2;
  pen.fillStyle = "#ffffff";
  pen.beginPath();
  pen.roundRect(left, TILE.top, TILE.side, TILE.side, 48);
  pen.fill();
  const code = document.createElement("canvas");
  await drawQrCode(code, link, QR_SIDE, logo);
  const edge = (TILE.side - QR_SIDE) / 2;
  pen.drawImage(code, left + edge, TILE.top + edge, QR_SIDE, QR_SIDE);
}

function writer(pen: CanvasRenderingContext2D) {
  const family = getComputedStyle(document.body).fontFamily;
  pen.textAlign = "center";
  return (text: string, y: number, font: string, colour: string) => {
    pen.font = `${font} ${family}`;
    pen.fillStyle = colour;
    pen.fillText(text, WIDTH / 2, y, WIDTH - 120);
  };
}

/** An address has no spaces to break it at. Measures in the font that was written in last. */
function linesOf(pen: CanvasRenderingContext2D, text: string): string[] {
  const lines = [""];
  for (const letter of text) {
    const line = lines.at(-1) ?? "";
    if (pen.measureText(line + letter).width > WIDTH - 200) lines.push(letter);
    else lines[lines.length - 1] = line + letter;
  }
  return lines;
}
