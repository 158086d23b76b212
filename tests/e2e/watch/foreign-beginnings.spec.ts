import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debianProgram } from "../../setup/debian.ts";
import { listen } from "../../support/servers/listen.ts";
import { foreignHostTest } from "../fixtures/foreign-host.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect } from "../fixtures/site.ts";

/** Kinds of foreign streams: MPEG-TS with B-frames, and variations as options of `ffmpeg`. */
const kinds: Record<string, { playlist: string; options: string; tag?: "@night" }> = {
  "segments of 2 s, in variants": {
    playlist: "master.m3u8",
    options: "-hls_time 2",
    tag: "@night",
  },
  "segments of 6 s, encrypted": {
    playlist: "film.m3u8",
    options: "-hls_time 6 -hls_key_info_file ../keys",
  },
  "no sound": { playlist: "film.m3u8", options: "-hls_time 4 -an", tag: "@night" },
  "sound in MP3": {
    playlist: "master.m3u8",
    options: "-hls_time 4 -c:a libmp3lame",
    tag: "@night",
  },
  "fragmented MP4 that does not say how it is coded": {
    playlist: "film.m3u8",
    options: "-hls_time 4 -hls_segment_type fmp4",
  },
};

const folderOf = (kind: string) => kind.replaceAll(/\W+/g, "-");

async function makeStream(folder: string, kind: string) {
  const [picture, sound] = ["testsrc2=size=320x180:rate=25:duration=40", "sine=440:duration=40"];
  const cwd = join(folder, folderOf(kind));
  await mkdir(cwd);
  for (const place of [folder, cwd]) await writeFile(join(place, "key"), "sixteen bytes ok");
  await writeFile(join(folder, "keys"), `key\n${join(folder, "key")}\n`);
  const coded = "-c:v libx264 -preset ultrafast -bf 2 -b_strategy 0 -g 50 -pix_fmt yuv420p";
  execFileSync(
    debianProgram("/usr/bin/ffmpeg", "ffmpeg"),
    [
      ...["-v", "error", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound],
      ...`${coded} -c:a aac ${kinds[kind]?.options ?? "-hls_time 4"} -hls_list_size 0 -f hls film.m3u8`.split(
        " ",
      ),
    ],
    { cwd },
  );
}

/** A host of playlists and segments, with a master playlist of one variant without attributes. */
const startMediaHost = (folder: string, asked: string[]) =>
  listen((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    response.setHeader("access-control-allow-origin", "*");
    if (path.endsWith("/master.m3u8"))
      return response.end("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nfilm.m3u8\n");
    // a new timeline after eight seconds
    if (path.endsWith("/cut.m3u8")) {
      const film = readFileSync(join(folder, path.replace("cut.m3u8", "film.m3u8")), "utf8");
      const [head = "", ...rest] = film.split(/(?=#EXTINF)/);
      const cut = [head, ...rest.slice(0, 2), "#EXT-X-DISCONTINUITY\n", ...rest];
      return response.end(cut.join(""));
    }
    const file = join(folder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    createReadStream(file).pipe(response);
  });

const test = foreignHostTest(async (folder) => {
  const asked: string[] = [];
  const host = await startMediaHost(folder, asked);
  const make = async (kind: string) => {
    await makeStream(folder, kind);
    return `/${folderOf(kind)}`;
  };
  return Object.assign(host, { asked, make });
});
test.use({ beforeScripts: true });

for (const [kind, { playlist, tag }] of Object.entries(kinds)) {
  const title = `another host's first seconds are shown before hydration, and continue: ${kind}`;
  test(title, { tag }, async ({ page, host, videoAt }) => {
    const folder = await host.make(kind);
    const code = await videoAt(`${folder}/${playlist}`);
    const player = playerOn(page);
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(`/videoinfo?id=${code}`, { waitUntil: "commit" });
    await expect.poll(player.time).toBeGreaterThan(0.5);
    const shown = () =>
      player.read((video) => ({
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        end: video.buffered.end(video.buffered.length - 1),
        ranges: video.buffered.length,
        full: video.duration,
      }));
    await expect.poll(async () => (await shown()).end).toBeGreaterThan(5.9);
    const early = await shown();
    expect(early.frames).toBeGreaterThan(5);
    expect(early.ranges).toBe(1);
    expect(early.full).toBeCloseTo(40, 0);

    const breaks = await page.locator("video").evaluateHandle((video: HTMLVideoElement) => {
      const seen: string[] = [];
      for (const event of ["seeking", "emptied", "pause", "waiting"])
        video.addEventListener(event, () => {
          // a busy browser fires `waiting` although it has enough data
          const hasEnough = event === "waiting" && video.readyState > video.HAVE_CURRENT_DATA;
          if (!hasEnough) seen.push(`${event} ${video.currentTime}`);
        });
      return seen;
    });
    host.asked.length = 0;
    // on a busy machine the player is loaded late
    const playAt = (rate: number) =>
      page.locator("video").evaluate((video: HTMLVideoElement, value) => {
        video.playbackRate = value;
      }, rate);
    await playAt(0.1);
    letGo();
    await expect.poll(async () => (await shown()).end).toBeGreaterThan(early.end + 1);
    await playAt(1);
    await expect.poll(player.time).toBeGreaterThan(early.end + 1);
    expect(await breaks.jsonValue()).toEqual([]);
    const segments = host.asked.filter((path) => path.includes("film"));
    expect(new Set(segments).size).toBe(segments.length);
    expect(host.asked.filter((path) => /film0\.(ts|m4s)/.test(path))).toEqual([]);
    expect((await shown()).ranges).toBe(1);

    await test.step("back to its start, and forward again", async () => {
      await player.seek(1);
      await expect.poll(player.time).toBeGreaterThan(2);
      await player.seek(12);
      await expect.poll(player.time).toBeGreaterThan(13);
    });
  });
}

test("after a discontinuity the first seconds use the new timeline, and earlier segments keep the old one", {
  tag: "@night",
}, async ({ page, host, videoAt }) => {
  const code = await videoAt(`${await host.make("cut")}/cut.m3u8`);
  const player = playerOn(page);
  await page.goto(`/videoinfo?id=${code}&t=9`, { waitUntil: "commit" });
  await expect.poll(player.time).toBeGreaterThan(11);
  host.asked.length = 0;
  await player.seek(2);
  await expect.poll(player.time).toBeGreaterThan(3);
  await player.seek(9);
  await expect.poll(player.time).toBeGreaterThan(10);
  // the playlist has the file twice: at 0 s, loaded for the first seek, and at 8 s, which was not appended at a wrong time
  expect(host.asked.filter((path) => path.endsWith("film0.ts"))).toHaveLength(1);
});

test("a video that resumes elsewhere shows that second before hydration, and continues", async ({
  page,
  host,
  videoAt,
}) => {
  const code = await videoAt(`${await host.make("place")}/film.m3u8`);
  const player = playerOn(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).search));
  const opened = async (address: string, second: number) => {
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(player.time).toBeGreaterThan(second + 0.5);
    expect(asked).toContain(`?t=${second}`);
    letGo();
    await expect.poll(player.time).toBeGreaterThan(second + 3);
    expect(await player.read((video) => video.buffered.length)).toBe(1);
  };
  await test.step("the address names it", () => opened(`/videoinfo?id=${code}&t=5`, 5));
  await test.step("the video was left there", async () => {
    // a player that is left stores its position
    await page.goto("/leave");
    await page.evaluate((video) => {
      const left = { code: String(video), episode: 0, seconds: 7.5, length: 40, at: 1 };
      localStorage.setItem("videoHistory", JSON.stringify([left]));
    }, code);
    await opened(`/videoinfo?id=${code}`, 7.5);
  });
});
