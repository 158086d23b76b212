import { existsSync } from "node:fs";
import type { Engine } from "../support/browser/engine.ts";
import { FIREFOX, startFirefox } from "../support/browser/firefox.ts";
import { startMemberSite } from "../support/browser/member-site.ts";
import { isWebKitInstalled, startWebKit } from "../support/browser/webkit.ts";
import { comfort, openAnew } from "./engines/comfort.ts";
import { lock } from "./engines/lock.ts";
import {
  button,
  card,
  choose,
  heading,
  hydrated,
  letPlay,
  named,
  playsOn,
  type Steps,
  until,
  video,
} from "./engines/steps.ts";

/**
 * Tests in Firefox and WebKit: `npm run test:engines`, after a build; `npm test` runs only the `short` ones. An engine that
 * is not installed (`firefox-esr`; `webkit2gtk-driver` and `xvfb`) is reported and skipped. WebKit plays the formats that
 * `gstreamer1.0-libav` and `gstreamer1.0-plugins-bad` decode.
 */

async function openVideo(engine: Engine, url: string) {
  await engine.open(url);
  await until(engine, "cards", `${hydrated} && ${card} !== null`);
  await engine.click(card);
  await until(engine, "the video's page", heading("视频详情"));
  await letPlay(engine);
  await until(engine, "hls.js at work", `${video}.currentSrc.startsWith('blob:')`);
}

/** Of a member's video: where all of a preview is loaded, no other quality follows. */
async function changeQuality(engine: Engine, address: string) {
  await openAnew(engine, address);
  for (const [name, height] of [
    ["超清", 720],
    ["原画", 270],
  ] as const) {
    await until(engine, "the menu of qualities", `${button("清晰度")} !== undefined`);
    await engine.click(button("清晰度"));
    await until(engine, `a choice of ${name}`, `${choose(name)} !== undefined`);
    await engine.click(choose(name));
    await until(engine, `${name}, ${height} lines`, `${video}.videoHeight === ${height}`);
  }
  await playsOn(engine);
}

const kept = "document.querySelector('video[data-kept]')";
const mini = (part: string) => `document.querySelector('section[aria-label=小窗播放] ${part}')`;

/** The same element keeps playing in the mini player, on the next page, and again on the video's page. */
async function playInSmallWindow(engine: Engine, url: string) {
  await openVideo(engine, url);
  await engine.read(`(${video}.dataset.kept = "yes")`);
  await engine.click(named("a", "返回"));
  await until(
    engine,
    "the small window",
    `${mini("video")} !== null && ${mini("video")} === ${kept}`,
  );
  await playsOn(engine, kept);
  await engine.click(tab("我的"));
  await until(engine, "another page", "location.pathname === '/mine'");
  await playsOn(engine, mini("video"));
  await engine.click(mini("a"));
  await until(engine, "the video's page", `${heading("视频详情")} && ${mini("video")} === null`);
  await playsOn(engine, `document.querySelector('main video[data-kept]')`);
}

const slider = "document.querySelector('[role=slider][aria-label=播放进度]')";

/** Scrubbing within the preview shows different pictures for different seconds. */
async function showScrubPictures(engine: Engine, url: string) {
  await openVideo(engine, url);
  await engine.read(`${video}.pause()`);
  const picture = `${slider}.querySelector('canvas')`;
  const found: unknown[] = [];
  for (const seconds of [4, 12]) {
    const at = `${seconds} / Number(${slider}.ariaValueMax)`;
    const x = await engine.read(
      `(({ left, width }) => Math.floor(left + width * ${at}))(${slider}.getBoundingClientRect())`,
    );
    const y = await engine.read(`Math.round(${slider}.getBoundingClientRect().top + 5)`);
    const under = `document.elementFromPoint(${x}, ${y})`;
    await until(engine, "controls that are shown", `${slider}.contains(${under})`);
    await engine.perform({
      type: "pointer",
      id: "mouse",
      actions: [{ type: "pointerMove", x, y }],
    });
    await until(
      engine,
      `a picture of second ${seconds}`,
      `'pictured' in ${slider}.dataset && ${picture}.toDataURL() !== ${JSON.stringify(found.at(-1) ?? "")}`,
    );
    found.push(await engine.read(`${picture}.toDataURL()`));
  }
}

const slideOf = (index: number) => `document.querySelector('video[data-slide="${index}"]')`;

/** Scrolls by a key, because WebDriver's touch actions do not scroll. */
async function swipe(engine: Engine, url: string) {
  await engine.open(`${url}/swipe?tag=0`);
  await until(engine, "the feed", hydrated);
  await letPlay(engine, slideOf(0), named("article button", "播放"));
  await until(engine, "the next video, loaded", `${slideOf(1)}?.readyState >= 2`);
  for (const index of [1, 2]) {
    const [down, up] = ["keyDown", "keyUp"].map((type) => ({ type, value: "\uE015" }));
    await engine.perform({ type: "key", id: "keys", actions: [down, up] });
    await until(
      engine,
      `slide ${index} on the screen`,
      `Math.abs(${slideOf(index)}?.getBoundingClientRect().top) < 2`,
    );
    await playsOn(engine, slideOf(index));
    const playing = "[...document.querySelectorAll('video')].filter((one) => !one.paused).length";
    await until(engine, "one video that plays", `${playing} === 1`);
  }
}

/** The page draws the cues of the browser's text tracks. */
async function showSubtitles(engine: Engine, url: string) {
  await engine.open(`${url}/videoinfo?id=130006`);
  await until(engine, "the menu of subtitles", `${button("字幕")} !== undefined`);
  await engine.click(button("字幕"));
  await until(engine, "subtitles to choose", `${choose("中文")} !== undefined`);
  await engine.click(choose("中文"));
  await until(engine, "a line of them", "document.querySelector('div[lang=zh] p') !== null");
}

/** In pixels. */
const DEPTH = 5_000;
/** The first visible video, and its position. */
const place = `(() => {
  const cards = [...document.querySelectorAll('main a[href^="/videoinfo?id="]')];
  const first = cards.find((one) => one.getBoundingClientRect().top >= 0);
  return first ? first.search + " " + Math.round(first.getBoundingClientRect().top) : "";
})()`;
const atDepth = `(scrollTo(0, ${DEPTH}), Math.round(scrollY) === ${DEPTH})`;
const tab = (text: string) =>
  `[...document.querySelectorAll('nav[aria-label=主导航] a')].find((one) => one.textContent === '${text}')`;
const cardOnScreen = `[...document.querySelectorAll('main a[href^="/videoinfo?id="]')]
  .find((one) => one.getBoundingClientRect().top >= 0)`;
const opened = "document.querySelector('dialog[open]') !== null";

async function keepPlace(engine: Engine, url: string) {
  await engine.open(url);
  // answers a first visit's questions
  await engine.read(
    "(document.cookie = 'adult=1', sessionStorage.popupAdShown = sessionStorage.installShown = '1')",
  );
  await engine.open(url);
  await until(engine, "a page with cards", `${hydrated} && ${card} !== null`);
  await until(engine, "rows so far down", atDepth);
  const left = await engine.read(place);

  await engine.click(cardOnScreen);
  await until(engine, "the video's page", heading("视频详情"));
  await until(engine, "its buttons", `${button("分享")} !== undefined`);
  await engine.click(button("分享"));
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

const whilePlaying: Steps = {
  "plays on in the small window": playInSmallWindow,
  "swipes through the feed": swipe,
  "shows subtitles": showSubtitles,
};

/** What takes long is for the night (docs/decisions/0034). */
const isAll = process.argv[2] !== "short";

const decodes = "MediaSource.isTypeSupported('video/mp4; codecs=\"avc1.42E01E,mp4a.40.2\"')";

/** Failed attempts are reported. */
async function again(attempts: number, what: string, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (attempts === 1) throw error;
    console.log(`${what}: once more after ${error}`);
    await again(attempts - 1, what, work);
  }
}

async function attempt(start: () => Promise<Engine>, playing: Steps, asMember: Steps) {
  const site = await startMemberSite();
  try {
    const engine = await start();
    const told: string[] = [];
    const perform = async (steps: Steps, url: string) => {
      for (const [what, step] of Object.entries(steps)) {
        await again(2, what, () => step(engine, url));
        told.push(what);
      }
    };
    try {
      await perform({ "keeps the place": keepPlace, ...(isAll && lock) }, site.url);
      if ((await engine.read(decodes)) === true) {
        await perform(playing, site.url);
        await site.admit(engine);
        await perform(asMember, `${site.url}/videoinfo?id=${await site.longVideo()}`);
      } else told.push("decodes no H.264: nothing was played");
    } finally {
      await engine.stop();
    }
    if (engine.complaints.length > 0) throw new Error(engine.complaints.join("\n"));
    console.log(`${engine.name}: ${told.join("; ")}`);
  } finally {
    await site.stop();
  }
}

if (existsSync(FIREFOX))
  await again(2, "Firefox", () =>
    attempt(
      startFirefox,
      { "shows the picture of a second": showScrubPictures, ...whilePlaying },
      { "plays in the quality that is chosen": changeQuality, ...(isAll && comfort) },
    ),
  );
else console.log(`${FIREFOX} is not installed: skipped`);

// a quality change takes longer than a preview there, and in GStreamer some seeks of a paused video never end
if (isWebKitInstalled())
  await again(2, "WebKit", () => attempt(startWebKit, whilePlaying, isAll ? comfort : {}));
else console.log("WebKit is not installed: skipped");
