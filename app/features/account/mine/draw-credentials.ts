import { texts } from "../../../texts/index.ts";
import { drawQrCode } from "../../../ui/media/qr-code.tsx";
import type { GuestCredentials } from "../password/password.server.ts";

const WIDTH = 720;
const HEIGHT = 1040;
const CODE = 420;
const [ink, quiet, paper, brand] = ["#1b1714", "#57504a", "#ffffff", "#ff7a1a"];

/** A picture of a guest's credentials, to be kept among the phone's photographs. */
export async function drawCredentials(
  { username, password, address }: GuestCredentials,
  siteName: string,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  pen.fillStyle = paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = brand;
  pen.fillRect(0, 0, WIDTH, 16);

  pen.textAlign = "center";
  const family = getComputedStyle(document.body).fontFamily;
  const write = (text: string, y: number, size: number, colour: string, weight = 400) => {
    pen.font = `${weight} ${size}px ${family}`;
    pen.fillStyle = colour;
    pen.fillText(text, WIDTH / 2, y, WIDTH - 80);
  };
  const words = texts.credentials;
  write(`${siteName} · ${words.title}`, 110, 44, ink, 700);
  write(words.username, 200, 28, quiet);
  write(username, 256, 48, ink, 700);
  write(words.password, 336, 28, quiet);
  write(password, 392, 48, ink, 700);

  const code = document.createElement("canvas");
  await drawQrCode(code, address, CODE);
  pen.drawImage(code, (WIDTH - CODE) / 2, 450, CODE, CODE);
  write(words.scan, 920, 28, quiet);
  write(new URL(address).host, 970, 28, quiet);
  return canvas;
}
