import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { FIREFOX, startFirefox } from "../support/browser/firefox.ts";
import { startSiteProgram } from "../support/servers/program.ts";

/** Firefox plays, too: `npm run test:firefox`, after a build. Without the program it only says so. */

const PATIENCE_MS = 30_000;
type Firefox = Awaited<ReturnType<typeof startFirefox>>;

async function until(firefox: Firefox, what: string, expression: string) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if ((await firefox.read(expression)) === true) return;
    await wait(100);
  }
  const seen = await firefox.read(
    "location.pathname + ' ' + document.body.innerText.slice(0, 300)",
  );
  throw new Error(`Firefox: not within ${PATIENCE_MS} ms: ${what}; the page says: ${seen}`);
}

const video = "document.querySelector('video')";
const button = (selector: string, text: string) =>
  `[...document.querySelectorAll('${selector}')].find((one) => (one.ariaLabel ?? one.textContent).startsWith('${text}'))`;
const choose = (text: string) => button("[role=menuitemradio]", text);

async function watch(firefox: Firefox, url: string) {
  await firefox.open(url);
  const card = "document.querySelector('a[href^=\"/videoinfo?id=\"]')";
  await until(
    firefox,
    "a home page that is alive",
    // what the site has to fetch first comes behind a skeleton
    `Object.keys(${card} ?? {}).some((key) => key.startsWith('__react'))`,
  );
  await firefox.read(`${card}.click()`);
  await until(firefox, "two seconds of video", `${video}?.currentTime > 2`);

  await until(firefox, "hls.js at work", `${video}.currentSrc.startsWith('blob:')`);

  const heights: unknown[] = [];
  for (const [name, height] of [
    ["超清", 720],
    ["原画", 270],
  ] as const) {
    await firefox.read(`${button("button", "清晰度")}.click()`);
    await until(firefox, `a choice of ${name}`, `${choose(name)} !== undefined`);
    await firefox.read(`${choose(name)}.click()`);
    await until(firefox, `${name}, ${height} lines`, `${video}.videoHeight === ${height}`);
    heights.push(await firefox.read(`${video}.videoHeight`));
  }
  const at = Number(await firefox.read(`${video}.currentTime`));
  await until(firefox, "playing on", `${video}.currentTime > ${at} + 1`);
  return heights.join(", ");
}

async function check() {
  const site = await startSiteProgram();
  try {
    const firefox = await startFirefox();
    const heights = await watch(firefox, site.url).finally(firefox.stop);
    if (firefox.complaints.length > 0) throw new Error(firefox.complaints.join("\n"));
    console.log(`Firefox plays: past 2 s by hls.js, then ${heights} lines by choice`);
  } finally {
    await site.stop();
  }
}

if (existsSync(FIREFOX)) await check();
else console.log(`${FIREFOX} is not installed: skipped`);
