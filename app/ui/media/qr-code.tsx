import { useEffect, useRef } from "react";
import styles from "./qr-code.module.css";

const QUIET_ZONE = 2; // modules; the white tile around the code adds the rest

export async function drawQrCode(
  canvas: HTMLCanvasElement,
  text: string,
  side: number,
  logo?: string,
): Promise<void> {
  const { toCanvas } = await import("qrcode");
  await toCanvas(canvas, text, {
    width: side,
    margin: QUIET_ZONE,
    errorCorrectionLevel: logo ? "H" : "M",
    color: { dark: "#1b1714ff", light: "#ffffffff" },
  });
  // the library sets the size by a style attribute, but it belongs to the style sheet
  canvas.removeAttribute("style");
  if (logo) await drawLogo(canvas, logo);
}

async function drawLogo(canvas: HTMLCanvasElement, address: string) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const context = canvas.getContext("2d");
  if (!context) return;
  const side = canvas.width * 0.22;
  const at = (canvas.width - side) / 2;
  const frame = side * 0.1;
  context.fillStyle = "#ffffff";
  context.beginPath();
  context.roundRect(at - frame, at - frame, side + 2 * frame, side + 2 * frame, side * 0.28);
  context.fill();
  context.beginPath();
  context.roundRect(at, at, side, side, side * 0.22);
  context.clip();
  context.drawImage(image, at, at, side, side);
}

interface QrCodeProps {
  text: string;
  name: string;
  size: 110 | 150;
  logo?: string;
}

export function QrCode({ text, name, size, logo }: QrCodeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const pixels = size * Math.max(2, Math.ceil(window.devicePixelRatio));
    drawQrCode(canvas.current, text, pixels, logo).catch(() => undefined);
  }, [text, size, logo]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={name}
      className={`${styles.code} ${styles[`size${size}`]}`}
    />
  );
}
