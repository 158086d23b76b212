import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { debianProgram } from "../../setup/debian.ts";
import { listen } from "../../support/servers/listen.ts";
import { foreignHostTest } from "../fixtures/foreign-host.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect } from "../fixtures/site.ts";

/** Twelve seconds with sound: as MPEG-TS and fragmented MP4 in segments of two seconds, and as a plain file. */
function makeFilms(folder: string) {
  const picture = "testsrc=size=320x180:rate=24:duration=12";
  const sound = "sine=frequency=440:duration=12";
  const encoded = "-c:v libx264 -preset ultrafast -g 48 -pix_fmt yuv420p -c:a aac".split(" ");
  const inSegments = "-f hls -hls_time 2 -hls_list_size 0".split(" ");
  const inFragments = "-hls_segment_type fmp4 -hls_fmp4_init_filename film-init.mp4".split(" ");
  execFileSync(debianProgram("/usr/bin/ffmpeg", "ffmpeg"), [
    ...["-v", "error", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound],
    ...[...encoded, ...inSegments, join(folder, "film.m3u8")],
    ...[...encoded, ...inSegments, ...inFragments, join(folder, "film-fragments.m3u8")],
    ...[...encoded, join(folder, "film.mp4")],
  ]);
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** Addresses that do not show the type of their stream. */
const unnamed: Record<string, string> = {
  7: "film.m3u8",
  8: "film-fragments.m3u8",
  9: "film.mp4",
  10: "no-film",
};

/** Another host, which serves the film in several forms. */
async function startMediaHost(files: Map<string, Buffer>) {
  const film = (files.get("film.m3u8") ?? "").toString();
  const picture = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(7_500, 1)]);
  const master = `\ufeff#EXTM3U
#EXT-X-DEFINE:QUERYPARAM="key"
  #EXT-X-STREAM-INF:BANDWIDTH=900000
# of the only quality

  moved.m3u8?key={$key}
`;
  return listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host.test");
    response.setHeader("access-control-allow-origin", "*");
    const segment = files.get(
      pathname
        .split("/")
        .at(-1)
        ?.replace(/\.png$/, ".ts") ?? "",
    );
    if (pathname === "/odd/master.m3u8") return response.end(master);
    if (pathname === "/odd/moved.m3u8")
      return response
        .writeHead(302, {
          location: `/odd/there/film.m3u8${new URL(request.url ?? "", "http://host.test").search}`,
        })
        .end();
    if (pathname === "/odd/there/film.m3u8" && searchParams.get("key") === "7")
      return response.end(gzipSync(film.replace(/^/gm, "  ")));
    if (pathname === "/behind/film.m3u8")
      return response.end(film.replaceAll(".ts", ".png").replace("#EXT-X-ENDLIST", ""));
    if (pathname === "/script/play.php")
      return response.end(film.replaceAll("film", "/odd/there/film"));
    if (pathname === "/play") {
      const name = unnamed[searchParams.get("id") ?? ""] ?? "";
      const found = files.get(name) ?? Buffer.alloc(4_000_000);
      response.setHeader("content-type", "application/octet-stream");
      if (name.endsWith(".m3u8"))
        return response.end(found.toString().replaceAll("film", "/there/film"));
      const [, from = "0", to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "") ?? [];
      const end = Math.min(to ? Number(to) + 1 : found.length, found.length);
      const range = `bytes ${from}-${end - 1}/${found.length}`;
      return response.writeHead(206, { "content-range": range }).end(found.subarray(+from, end));
    }
    if (segment && pathname.startsWith("/there/")) return response.end(segment);
    if (pathname === "/film.mkv") return response.end("no preview can be cut of this");
    if (segment && pathname.endsWith(".png"))
      return response.end(Buffer.concat([picture, segment]));
    if (segment && pathname.startsWith("/odd/there/")) {
      const range = `bytes 0-${segment.length - 1}/${segment.length}`;
      return response.writeHead(206, { "content-range": range }).end(segment);
    }
    return response.writeHead(404).end();
  });
}

const test = foreignHostTest((folder) => startMediaHost(makeFilms(folder)));

// the browser logs a refused file as an error
test.use({ mayLogErrors: true });

const streams: [string, string, "@night"?][] = [
  ["redirected, packed, with marks, comments and definitions, in parts", "/odd/master.m3u8?key=7"],
  ["MPEG-TS behind pictures, without an end", "/behind/film.m3u8"],
  ["a playlist that a script answers", "/script/play.php?file=1.m3u8", "@night"],
  ["MPEG-TS that only the answer tells", "/play?id=7"],
  ["fragmented MP4 that only the answer tells", "/play?id=8", "@night"],
  ["a plain file that only the answer tells", "/play?id=9", "@night"],
];

for (const [what, path, tag] of streams) {
  const title = `another host's stream plays from start to end: ${what}`;
  test(title, { tag }, async ({ page, videoAt, memberOn }) => {
    const code = await videoAt(path);
    const player = playerOn(page);
    const frames = () => player.read((video) => video.getVideoPlaybackQuality().totalVideoFrames);
    // first a guest, whose preview is longer than the film, then a member
    for (const isMember of [false, true]) {
      if (isMember) await (await memberOn(page)).makeVip();
      await page.goto(`/videoinfo?id=${code}`);
      await expect.poll(player.time).toBeGreaterThan(0.5);
      expect(await player.read((video) => video.played.start(0))).toBeLessThan(1);
      expect(await frames()).toBeGreaterThan(5);
    }
    await player.seek(10);
    await expect.poll(() => player.read((video) => video.ended)).toBe(true);
    expect(await player.time()).toBeGreaterThan(11.5);
  });
}

test("a viewer sees a message if a file cannot be cut to a preview", async ({ page, videoAt }) => {
  const code = await videoAt("/film.mkv");
  await page.goto(`/videoinfo?id=${code}`);
  await expect(page.getByRole("alert")).toHaveText("无法试看，请换线路或开通会员");
  await expect(page.getByRole("button", { name: "选集" })).toBeVisible();
});

test("a file that no browser plays is not loaded by a script", async ({
  page,
  videoAt,
  memberOn,
}) => {
  const code = await videoAt("/play?id=10");
  const answers: string[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/stream/") && type !== "media")
      answers.push(`${response.status()} ${pathname.split("/").at(-1)}`);
  });
  await (await memberOn(page)).makeVip();
  await page.goto(`/videoinfo?id=${code}`);
  await expect(page.getByRole("alert")).toHaveText("播放出错了");
  expect(new Set(answers)).toEqual(new Set(["302 media"]));
});
