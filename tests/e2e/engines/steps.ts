import { setTimeout as wait } from "node:timers/promises";
import type { Engine } from "../../support/browser/engine.ts";

/* What a viewer does in any engine. Elements are named by expressions that the page evaluates. */

type Reader = Pick<Engine, "name" | "read" | "click">;

const PATIENCE_MS = 30_000;

const playback = `[...document.querySelectorAll('video')]
  .map((one) => [one.currentTime, one.readyState, one.paused ? 'paused' : 'plays', one.seeking && 'seeks'])
  .join(' ')`;

/** @param seen an expression that tells more, should it never be so */
export async function until(engine: Reader, what: string, expression: string, seen = playback) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if ((await engine.read(expression)) === true) return;
    await wait(100);
  }
  const page = "location.pathname + ' ' + document.body.innerText.slice(0, 300)";
  const says = await engine.read(`${seen} + ' ' + ${page}`);
  throw new Error(`${engine.name}: not within ${PATIENCE_MS} ms: ${what}; the page says: ${says}`);
}

/** Also asked of a document that has no elements yet. */
export const hydrated = "document.querySelector('html[data-hydrated]') !== null";
export const card = "document.querySelector('a[href^=\"/videoinfo?id=\"]')";
export const video = "document.querySelector('video')";
export const named = (selector: string, text: string) =>
  `[...document.querySelectorAll('${selector}')].find((one) => (one.ariaLabel ?? one.textContent).startsWith('${text}'))`;
export const button = (text: string) => named("button", text);
export const choose = (text: string) => named("[role=menuitemradio]", text);
export const heading = (text: string) => `document.querySelector('h1')?.textContent === '${text}'`;

/** WebKit plays sound only after a tap. */
export async function letPlay(
  engine: Reader,
  element = video,
  playButton = named("main button", "播放"),
) {
  await until(engine, "a video that can play", `${element}?.readyState >= 3`);
  if (await engine.read(`${element}.paused`)) await engine.click(playButton);
  await until(engine, "a second of video", `${element}.currentTime > 1`);
}

export async function playsOn(engine: Reader, element = video) {
  const at = Number(await engine.read(`${element}.currentTime`));
  await until(engine, "playing on", `${element}.currentTime > ${at} + 1`);
}

export async function hide(engine: Engine) {
  await engine.hide();
  await until(engine, "a hidden page", "document.visibilityState === 'hidden'");
}

export async function show(engine: Engine) {
  await engine.show();
  await until(engine, "a visible page", "document.visibilityState === 'visible'");
}

/** By what the engine has then shown to do. */
export type Steps = Record<string, (engine: Engine, url: string) => Promise<unknown>>;
