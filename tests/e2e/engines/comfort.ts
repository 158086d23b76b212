import type { Engine } from "../../support/browser/engine.ts";
import {
  button,
  heading,
  hide,
  letPlay,
  named,
  playsOn,
  type Steps,
  show,
  until,
  video,
} from "./steps.ts";

/* Speed and sound, playing in the background, skip marks and the sleep timer, for a member who may watch all of a video. */

const sheet = "document.querySelector('dialog[open]')";
const inSheet = (text: string) => named("dialog[open] button, dialog[open] label", text);
const history = "JSON.parse(localStorage.videoHistory ?? '[]')[0]";

const hlsPlays = `Object.keys(${video}?.measured?.tracks ?? {}).length > 0`;

/** From its start, because in GStreamer some seeks never end. A page that is left stores its second once more; a picture runs nothing. */
async function openAtStart(engine: Engine, address: string, forget = "removeItem('videoHistory')") {
  await engine.open(new URL("/favicon.svg", address).href);
  await engine.read(`(localStorage.${forget}, true)`);
  await engine.open(address);
  await letPlay(engine);
  await until(engine, "hls.js at work", hlsPlays);
}

export const openAnew = (engine: Engine, address: string) =>
  openAtStart(engine, address, "clear()");

async function openSettings(engine: Engine) {
  await engine.read(`(${video}.pause(), true)`);
  await until(engine, "the button of the settings", `${button("设置")} !== undefined`);
  await engine.click(button("设置"));
  await until(engine, "the settings", `${inSheet("片头到此")} !== undefined`);
}

async function closeSettings(engine: Engine) {
  // a driver's click can miss what is still sliding
  await engine.read(`(${sheet}.querySelector('button[aria-label=关闭]').click(), true)`);
  await until(engine, "no settings", `${sheet} === null`);
  await engine.read(`${video}.play().then(() => true, () => false)`);
  await letPlay(engine);
}

/** As a viewer's drag does: React reads the value that the element itself was given. */
const slide = (speed: number) => `(() => {
  const slider = ${sheet}.querySelector('input[type=range]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, ${speed});
  return slider.dispatchEvent(new Event('input', { bubbles: true }));
})()`;

const sound = `[${video}.playbackRate, ${video}.volume, ${video}.muted, localStorage.playback].join(' ')`;

/** Whatever the element was set to before the player's listeners are there is not stored. */
const storeSound = (engine: Engine, muted: boolean) =>
  until(
    engine,
    "stored sound",
    `(Object.assign(${video}, { volume: 0.6 }), Object.assign(${video}, { volume: 0.5, muted: ${muted} }),
      localStorage.playback?.includes('0.5') === true)`,
  );

/** A sound server counts in steps of its own. */
const halfLoud = `Math.abs(${video}.volume - 0.5) < 0.01`;

/** After a reload, and in the next video. */
async function expectKept(engine: Engine, address: string, kept: string) {
  await openAtStart(engine, address);
  await until(engine, "the same speed and sound in the next document", kept, sound);
  await engine.click("document.querySelector('main a[href^=\"/videoinfo?id=\"]')");
  await until(engine, "another video", `!location.href.startsWith(${JSON.stringify(address)})`);
  await letPlay(engine);
  await until(engine, "the same speed and sound in the next video", kept, sound);
}

async function keepSpeedAndSound(engine: Engine, address: string) {
  await openAnew(engine, address);
  // at speed 1: of a page with one plain <video>, too, WebKitGTK 2.50.6 unmutes what plays when its `playbackRate` changes
  await storeSound(engine, true);
  await expectKept(engine, address, `${halfLoud} && ${video}.muted`);

  await openAnew(engine, address);
  await openSettings(engine);
  for (const speed of [0.25, 4, 1.35]) {
    await engine.read(slide(speed));
    await until(engine, `speed ${speed}`, `${video}.playbackRate === ${speed}`);
  }
  await closeSettings(engine);
  await storeSound(engine, false);
  await expectKept(engine, address, `${video}.playbackRate === 1.35 && ${halfLoud}`);
}

async function playInBackground(engine: Engine, address: string) {
  await openAnew(engine, address);
  await hide(engine);
  await until(engine, "a paused video", `${video}.paused`);
  await show(engine);
  await playsOn(engine);

  await openSettings(engine);
  await engine.click(`${inSheet("后台播放")}.querySelector('input')`);
  await until(engine, "the stored choice", "localStorage.playInBackground === 'true'");
  await closeSettings(engine);
  await hide(engine);
  // longer than a tab takes to count as left
  for (let seconds = 0; seconds < 8; seconds += 1) await playsOn(engine);
  await show(engine);
  await playsOn(engine);
}

async function skipMarkedParts(engine: Engine, address: string) {
  await openAnew(engine, address);
  await openSettings(engine);
  for (const [second, mark, stored] of [
    ["60", "片头到此", "opening"],
    [`${video}.duration - 30`, "片尾从此", "ending"],
  ] as const) {
    await engine.read(`(${video}.currentTime = ${second})`);
    await engine.click(inSheet(mark));
    const marks = "JSON.parse(localStorage.seriesMarks ?? '[]')[0]";
    await until(engine, `a marked ${stored}`, `${marks}?.${stored} > 29`);
  }

  await openAtStart(engine, address);
  await until(engine, "an opening to skip", `${button("跳过片头")} !== undefined`);
  await engine.click(button("跳过片头"));
  await until(engine, "the opening's end", `${video}.currentTime >= 60`);
  await playsOn(engine);
  await engine.read(`(${video}.currentTime = ${video}.duration - 28)`);
  await until(engine, "an ending to skip", `${button("跳过片尾")} !== undefined`);
  await engine.click(button("跳过片尾"));
  await until(engine, "the next episode", `${history}?.episode === 1`);
}

const question = named("dialog[open] button", "继续播放");
const seekToEnd = (seconds: number) => `(${video}.currentTime = ${video}.duration - ${seconds})`;

async function chooseSleep(engine: Engine, choice: string) {
  await openSettings(engine);
  const radio = `${named("[aria-label=定时关闭] label", choice)}.querySelector('input')`;
  await engine.click(radio);
  await until(engine, `the choice of ${choice}`, `${radio}.checked`);
  await closeSettings(engine);
}

async function sleep(engine: Engine, address: string) {
  await openAnew(engine, address);
  await chooseSleep(engine, "15分");
  await engine.read(`(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 15 * 60_000 - 5_000;
    return true;
  })()`);
  await until(engine, "a fading sound", `${video}.volume < 0.5`);
  await until(engine, "sleep", `${video}.paused && ${video}.volume === 1`);

  await openAnew(engine, address);
  await chooseSleep(engine, "本集播完");
  await engine.read(seekToEnd(4));
  await until(engine, "the episode's end", `${video}.ended`);
  await until(engine, "the question after it", `${question} !== undefined`);
  await engine.click(question);
  await until(engine, "the next episode", `${history}?.episode === 1`);
  await letPlay(engine);
}

/** A key or a touch would count as an answer. */
async function askWhoStillWatches(engine: Engine, address: string) {
  await openAnew(engine, address);
  for (const next of [1, 2]) {
    await engine.read(seekToEnd(1));
    await until(engine, "the next episode", `${history}?.episode === ${next}`);
    const seconds = `${video}.currentTime`;
    await until(engine, "its beginning", `${seconds} > 1 && ${seconds} < 60 && ${hlsPlays}`);
  }
  await engine.read(seekToEnd(1));
  await until(engine, "仍在观看？", `${question} !== undefined && ${video}.ended`);
  await engine.click(question);
  await until(engine, "the fourth episode", `${history}?.episode === 3 && ${heading("视频详情")}`);
}

export const comfort: Steps = {
  "keeps any speed, volume and mute": keepSpeedAndSound,
  "plays in the background if told to": playInBackground,
  "skips marked openings and endings": skipMarkedParts,
  "pauses for sleep": sleep,
  "asks who still watches": askWhoStillWatches,
};
