import { setTimeout as wait } from "node:timers/promises";
import { letPlay } from "../e2e/engines/steps.ts";
import { startChromium } from "../support/browser/chromium.ts";
import { startFirefox } from "../support/browser/firefox.ts";
import { startMemberSite } from "../support/browser/member-site.ts";
import { startWebKit } from "../support/browser/webkit.ts";
import { filmWithSound } from "../support/media/film-with-sound.ts";
import { listen } from "../support/servers/listen.ts";
import { temporaryFolder } from "../support/servers/program.ts";

/**
 * `npm run bench:background -- chromium|firefox|webkit on|off own|foreign [MINUTES]`, after a build: what a tab that
 * nobody sees plays and loads in each of ten minutes, with and without 后台播放. `own` is the reference upstream's
 * fragmented MP4; `foreign` MPEG-TS of another host, whose playlist also offers its sound alone.
 */

const engines = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const [name = "", background, media, minutes = "10"] = process.argv.slice(2);
const start = Object.entries(engines).find(([known]) => known === name)?.[1];
if (!start || !/^(on|off)$/.test(background ?? "") || !/^(own|foreign)$/.test(media ?? ""))
  throw new Error("usage: bench:background chromium|firefox|webkit on|off own|foreign [MINUTES]");

const MINUTE_MS = 60_000;
const FILM_SECONDS = 780;

/** Requests and bytes of the minute, by kind. */
const loaded = new Map<string, { requests: number; bytes: number }>();
const count = (kind: string, bytes: number) => {
  const before = loaded.get(kind) ?? { requests: 0, bytes: 0 };
  loaded.set(kind, { requests: before.requests + 1, bytes: before.bytes + bytes });
};

await using folder = await temporaryFolder();
const files = media === "foreign" ? filmWithSound(folder.path, FILM_SECONDS) : new Map();
await using host = await listen((request, response) => {
  const file = new URL(request.url ?? "", "http://host.test").pathname.slice(1);
  const body: Buffer | undefined = files.get(file);
  if (file.endsWith(".ts")) count(file.replace(/\d+\.ts$/, ""), body?.length ?? 0);
  else count("playlist", body?.length ?? 0);
  response.setHeader("access-control-allow-origin", "*");
  response.writeHead(body ? 200 : 404).end(body);
});

/** What the page has loaded of the site's own media since it was last asked. */
const ownMedia = `JSON.stringify((() => {
  const found = performance.getEntriesByType("resource")
    .filter(({ name }) => /\\.m3u8$|media\\.mp4$|beginning/.test(name))
    .map(({ name, transferSize }) => [name.split("/").at(-1).split("?")[0], transferSize]);
  performance.clearResourceTimings();
  return found;
})())`;

const site = await startMemberSite(media === "foreign" ? { MEDIA_ORIGINS: host.url } : {});
const engine = await start();
try {
  await site.admit(engine);
  const code = await site.longVideo();
  if (media === "foreign") await site.play(code, `${host.url}/master.m3u8`);
  await engine.read(
    `(localStorage.playInBackground = ${JSON.stringify(String(background === "on"))})`,
  );
  await engine.open(`${site.url}/videoinfo?id=${code}`);
  const video = "document.querySelector('video')";
  await letPlay(engine, video);
  await engine.hide();
  console.log(
    `| ${name}, ${background}, ${media}: minute | advanced | state | loaded |\n| --- | --- | --- | --- |`,
  );
  let before = Number(await engine.read(`${video}.currentTime`));
  for (let minute = 1; minute <= Number(minutes); minute += 1) {
    await wait(MINUTE_MS);
    const at = Number(await engine.read(`${video}.currentTime`));
    const state = await engine.read(
      `document.visibilityState + (${video}.paused ? ", paused" : ", plays")`,
    );
    if (media === "own")
      for (const [kind, bytes] of JSON.parse(String(await engine.read(ownMedia))))
        count(kind, bytes);
    const parts = [...loaded].map(
      ([kind, { requests, bytes }]) => `${requests} ${kind} ${Math.round(bytes / 1_000)} KB`,
    );
    console.log(
      `| ${minute} | ${(at - before).toFixed(1)} s | ${state} | ${parts.join(", ") || "nothing"} |`,
    );
    before = at;
    loaded.clear();
  }
  await engine.show();
  await wait(2_000);
  console.log(
    `visible again: ${await engine.read(`document.visibilityState + " " + ${video}.paused + " " + ${video}.videoWidth`)}`,
  );
  if (engine.complaints.length > 0) console.log(`complaints: ${engine.complaints.join("; ")}`);
} finally {
  await engine.stop();
  await site.stop();
}
