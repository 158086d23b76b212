import { texts } from "../../texts/index.ts";
import { createPoster, savePoster } from "../../ui/media/poster.ts";
import { breakLines } from "../../ui/media/poster-text.ts";

interface InvitationPoster {
  site: string;
  code: string;
  link: string;
  logo: string;
}

const WIDTH = 1_080;
const HEIGHT = 1_420;
const HEAD = 620;
const TILE = { x: 200, y: 380, width: 680, height: 680, radius: 48 };
const QR_CODE = { x: 240, y: 420, width: 600, height: 600 };
const LINK_FONT = "400 36px";

export async function saveInvitation({ site, code, link, logo }: InvitationPoster): Promise<void> {
  const poster = createPoster({ width: WIDTH, height: HEIGHT });
  const write = (text: string, y: number, font: string, colour: string) =>
    poster.text(text, {
      font,
      colour,
      x: WIDTH / 2,
      y,
      align: "center",
      maxWidth: WIDTH - 120,
    });
  poster.fill("--bg", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  poster.gradient("--brand-fill", "diagonal", { x: 0, y: 0, width: WIDTH, height: HEAD });
  for (const radius of [380, 180]) poster.circle("--brand-glow", 900, 90, radius);
  write(site, 180, "700 88px", "--on-brand");
  write(texts.invite.promise, 280, "500 40px", "--on-brand");
  poster.fill("--paper", TILE);
  await poster.qrCode(link, QR_CODE, logo);
  write(`${texts.invite.code} ${code}`, 1_190, "700 56px", "--text");
  const fits = (line: string) => poster.widthOf(line, LINK_FONT) <= WIDTH - 200;
  breakLines(link, 3, fits).forEach((line, index) => {
    write(line, 1_290 + index * 48, LINK_FONT, "--text-2");
  });
  await savePoster(poster, `${site}-${code}.png`);
}
