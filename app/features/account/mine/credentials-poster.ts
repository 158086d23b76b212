import { texts } from "../../../texts/index.ts";
import { createPoster, savePoster } from "../../../ui/media/poster.ts";
import type { GuestCredentials } from "../password/password.server.ts";

const WIDTH = 720;
const HEIGHT = 1_040;
const QR_CODE = 420;

const heading = { font: "700 44px", colour: "--text" };
const value = { font: "700 48px", colour: "--text" };
const label = { font: "400 28px", colour: "--text-2" };

export async function saveCredentials(
  { username, password, address }: GuestCredentials,
  site: string,
): Promise<void> {
  const poster = createPoster({ width: WIDTH, height: HEIGHT });
  const write = (text: string, y: number, style: typeof label) =>
    poster.text(text, { ...style, x: WIDTH / 2, y, align: "center", maxWidth: WIDTH - 80 });
  const words = texts.credentials;
  poster.fill("--paper", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  poster.fill("--brand", { x: 0, y: 0, width: WIDTH, height: 16 });
  write(`${site} · ${words.title}`, 110, heading);
  write(words.username, 200, label);
  write(username, 256, value);
  write(words.password, 336, label);
  write(password, 392, value);
  const code = { x: (WIDTH - QR_CODE) / 2, y: 450, width: QR_CODE, height: QR_CODE };
  await poster.qrCode(address, code);
  write(words.scan, 920, label);
  write(new URL(address).host, 970, label);
  await savePoster(poster, words.fileName(username));
}
