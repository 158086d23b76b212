import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Engine } from "../support/browser/engine.ts";
import { FIREFOX, startFirefox } from "../support/browser/firefox.ts";
import { isWebKitInstalled, startWebKit } from "../support/browser/webkit.ts";
import { startSiteProgram } from "../support/servers/program.ts";

/**
 * Firefox plays, and Firefox and WebKit keep a visitor's place: `npm run test:engines`, after a build. An engine that is
 * not installed (`firefox-esr`; `webkit2gtk-driver` and `xvfb`) is named and left out.
 */

const PATIENCE_MS = 30_000;

async function until(engine: Engine, what: string, expression: string) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if ((await engine.read(expression)) === true) return;
    await wait(100);
  }
  const seen = await engine.read("location.pathname + ' ' + document.body.innerText.slice(0, 300)");
  throw new Error(`${engine.name}: not within ${PATIENCE_MS} ms: ${what}; the page says: ${seen}`);
}

const hydrated = "'hydrated' in document.documentElement.dataset";
const card = "document.querySelector('a[href^=\"/videoinfo?id=\"]')";
const video = "document.querySelector('video')";
const button = (selector: string, text: string) =>
  `[...document.querySelectorAll('${selector}')].find((one) => (one.ariaLabel ?? one.textContent).startsWith('${text}'))`;
const choose = (text: string) => button("[role=menuitemradio]", text);

async function watch(engine: Engine, url: string) {
  await engine.open(url);
  await until(engine, "cards", `${hydrated} && ${card} !== null`);
  await engine.click(card);
  await until(engine, "two seconds of video", `${video}?.currentTime > 2`);

  await until(engine, "hls.js at work", `${video}.currentSrc.startsWith('blob:')`);

  const heights: unknown[] = [];
  for (const [name, height] of [
    ["超清", 720],
    ["原画", 270],
  ] as const) {
    await engine.click(button("button", "清晰度"));
    await until(engine, `a choice of ${name}`, `${choose(name)} !== undefined`);
    await engine.click(choose(name));
    await until(engine, `${name}, ${height} lines`, `${video}.videoHeight === ${height}`);
    heights.push(await engine.read(`${video}.videoHeight`));
  }
  const at = Number(await engine.read(`${video}.currentTime`));
  await until(engine, "playing on", `${video}.currentTime > ${at} + 1`);
  return heights.join(", ");
}

/** Shown by the page's own code, from the browser's text tracks. */
async function showSubtitles(engine: Engine, url: string) {
  await engine.open(`${url}/videoinfo?id=130006`);
  await until(engine, "the menu of subtitles", `${button("button", "字幕")} !== undefined`);
  await engine.click(button("button", "字幕"));
  await until(engine, "subtitles to choose", `${choose("中文")} !== undefined`);
  await engine.click(choose("中文"));
  await until(engine, "a line of them", "document.querySelector('div[lang=zh] p') !== null");
}

/** In pixels. */
const DEPTH = 5_000;
/** The video that stands first on the screen, and where. */
const place = `(() => {
  const cards = [...document.querySelectorAll('main a[href^="/videoinfo?id="]')];
  const first = cards.find((one) => one.getBoundingClientRect().top >= 0);
  return first ? first.search + " " + Math.round(first.getBoundingClientRect().top) : "";
})()`;
const atDepth = `(scrollTo(0, ${DEPTH}), Math.round(scrollY) === ${DEPTH})`;
const heading = (text: string) => `document.querySelector('h1')?.textContent === '${text}'`;
const tab = (text: string) =>
  `[...document.querySelectorAll('nav[aria-label=主导航] a')].find((one) => one.textContent === '${text}')`;
const cardOnScreen = `[...document.querySelectorAll('main a[href^="/videoinfo?id="]')]
  .find((one) => one.getBoundingClientRect().top >= 0)`;
const opened = "document.querySelector('dialog[open]') !== null";

async function keepPlace(engine: Engine, url: string) {
  await engine.open(url);
  // all that a first visit asks
  await engine.read(
    "(document.cookie = 'adult=1', sessionStorage.popupAdShown = sessionStorage.installShown = '1')",
  );
  await engine.open(url);
  await until(engine, "a page with cards", `${hydrated} && ${card} !== null`);
  await until(engine, "rows so far down", atDepth);
  const left = await engine.read(place);

  await engine.click(cardOnScreen);
  await until(engine, "the video's page", heading("视频详情"));
  await until(engine, "its buttons", `${button("button", "分享")} !== undefined`);
  await engine.click(button("button", "分享"));
  await until(engine, "the share card and its entry", `${opened} && history.state.overlays === 1`);
  await engine.back();
  await until(engine, "the card closed by back", `!(${opened}) && ${heading("视频详情")}`);
  await engine.back();
  await until(engine, "home as it was left, by back", `${place} === ${JSON.stringify(left)}`);

  await engine.click(tab("专题"));
  await until(engine, "the topics", heading("专题"));
  await engine.click(tab("首页"));
  await until(engine, "home as it was left, by its tab", `${place} === ${JSON.stringify(left)}`);
}

async function check(
  start: () => Promise<Engine>,
  steps: (engine: Engine, url: string) => Promise<string>,
) {
  const site = await startSiteProgram();
  try {
    const engine = await start();
    const told = await steps(engine, site.url).finally(engine.stop);
    if (engine.complaints.length > 0) throw new Error(engine.complaints.join("\n"));
    console.log(`${engine.name}: ${told}`);
  } finally {
    await site.stop();
  }
}

if (existsSync(FIREFOX)) {
  await check(startFirefox, async (engine, url) => {
    await keepPlace(engine, url);
    const heights = await watch(engine, url);
    await showSubtitles(engine, url);
    return `keeps the place; plays past 2 s by hls.js, then ${heights} lines by choice; shows subtitles`;
  });
} else console.log(`${FIREFOX} is not installed: skipped`);

if (isWebKitInstalled()) {
  await check(startWebKit, async (engine, url) => {
    await keepPlace(engine, url);
    return "keeps the place";
  });
} else console.log("WebKit is not installed: skipped");
