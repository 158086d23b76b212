import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright";
import { type Shoot, shoot } from "./shoot.ts";

/** Frames a second of every clip. */
export const rate = 24;

/**
 * Draws frames in headless Chromium and hands each one over as a JPEG of nearly no loss.
 * The pictures leave the page by a loopback server: base64 through the driver is slower, and
 * raw pixels take 170 ms a frame.
 */
export async function film(job: Shoot, take: (frame: Buffer) => Promise<void>): Promise<void> {
  let failed: unknown;
  const server = createServer(async (request, response) => {
    try {
      if (request.method === "POST" && !failed) await take(await bodyOf(request));
    } catch (error) {
      failed = error;
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(failed ? "stop" : "");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // esbuild wraps named functions in __name, which a page does not have.
    await page.evaluate(`globalThis.__name = (f) => f; ${job.canvas ?? ""}`);
    await page.evaluate(shoot, job);
    if (failed) throw failed;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
