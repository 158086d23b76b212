import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { debianProgram } from "../../../tests/setup/debian.ts";
import { fuzz } from "../../../tests/support/fuzz/runs.ts";
import { piecesOf } from "../../../tests/support/media/pieces.ts";
import { listen } from "../../../tests/support/servers/listen.ts";
import { temporaryFolder } from "../../../tests/support/servers/program.ts";
import { BEGINNING_HEADER, type BeginningHead } from "../../contract/rules.ts";
import { createDownloader } from "../../upstream-client/download.ts";
import { createShownPlaylists } from "../shown-playlists.ts";
import { createBeginnings } from "./beginning.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: Awaited<ReturnType<typeof listen>>;
const asked: string[] = [];
/** Bodies that the host sends instead of its files. */
const replaced = new Map<string, Buffer>();
/** For these files the host sends only the given bytes and then stalls; `open` counts such responses. */
const stalling = new Map<string, Buffer>();
let open = 0;
const downloader = createDownloader({ timeoutMs: 5_000, trusts: () => true });

const ffmpeg = (args: string[]) =>
  execFileSync(debianProgram("/usr/bin/ffmpeg", "ffmpeg"), ["-v", "error", ...args]);

/** Twelve seconds with B-frames, in segments of 4 s. */
function makeStream(name: string, options: string) {
  const made = join(folder.path, name);
  mkdirSync(made);
  const picture = "testsrc2=size=192x108:rate=25:duration=12";
  const coded = `-preset ultrafast -bf 2 -g 50 -pix_fmt yuv420p ${options}`;
  ffmpeg([
    ...["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", "sine=440:duration=12"],
    ...coded.split(" "),
    ...["-hls_time", "4", "-hls_list_size", "0", "-f", "hls", join(made, "film.m3u8")],
  ]);
}

const sound = "-c:a aac";
const kinds: [name: string, options: string, tracks: object][] = [
  [
    "ts",
    `-c:v libx264 ${sound}`,
    { video: expect.stringMatching(/avc1\./), audio: expect.stringMatching(/mp4a\.40\.2/) },
  ],
  ["silent", "-c:v libx264 -an", { video: expect.stringMatching(/avc1\./) }],
  [
    "mp3",
    "-c:v libx264 -c:a libmp3lame",
    { video: expect.stringMatching(/avc1\./), audio: "audio/mpeg" },
  ],
  [
    "hevc",
    `-c:v libx265 -x265-params log-level=none:open-gop=0 ${sound}`,
    { video: 'video/mp4; codecs="hev1.1.6.L30.90"', audio: expect.anything() },
  ],
  [
    "fragmented",
    `-c:v libx264 ${sound} -hls_segment_type fmp4`,
    { audiovideo: expect.stringMatching(/^video\/mp4; codecs="avc1\.\w{6},mp4a\.40\.2"$/) },
  ],
  [
    "fragmented-hevc",
    "-c:v libx265 -x265-params log-level=none:open-gop=0 -tag:v hvc1 -an -hls_segment_type fmp4",
    { video: 'video/mp4; codecs="hvc1.1.6.L30.90"' },
  ],
];

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, options] of kinds) makeStream(name, options);
  host = await listen((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const start = stalling.get(path);
    if (start) {
      open += 1;
      response.once("close", () => {
        open -= 1;
      });
      return response.write(start);
    }
    response.end(replaced.get(path) ?? readFileSync(join(folder.path, path)));
  });
}, 120_000);
afterEach(() => {
  replaced.clear();
  stalling.clear();
});
afterAll(async () => {
  await downloader.close();
  await host?.stop();
  await folder?.stop();
});

const begin = async (path: string, from = 0, preview: number | null = null) => {
  const { at } = createShownPlaylists({
    downloader,
    tickets: { path: () => "", open: () => undefined },
    isOwn: () => false,
    now: Date.now,
  });
  const beginnings = createBeginnings({ downloader, playlistAt: at });
  const ask = () =>
    beginnings({ url: `${host.url}/${path}`, from, preview }, new Request("http://site.test"));
  return { ask, answer: await ask() };
};

const headOf = (answer: Response): BeginningHead =>
  JSON.parse(answer.headers.get(BEGINNING_HEADER) ?? "");

/** The files of the tracks, as a browser's buffers get them. */
async function tracksIn(answer: Response): Promise<Buffer[]> {
  const pieces = piecesOf(Buffer.from(await answer.arrayBuffer()));
  return Object.keys(headOf(answer).tracks).map((_name, index) =>
    Buffer.concat(pieces.flatMap(({ track, bytes }) => (track === index ? bytes : []))),
  );
}

/** Presentation times of the packets, in seconds, in the order of the file. */
function timesIn(bytes: Buffer, stream: "v" | "a"): number[] {
  const file = join(folder.path, "probed");
  writeFileSync(file, bytes);
  const listed = execFileSync(
    debianProgram("/usr/bin/ffprobe", "ffmpeg"),
    `-v error -select_streams ${stream} -show_entries packet=pts_time -of csv=p=0 ${file}`.split(
      " ",
    ),
  );
  return String(listed)
    .split("\n")
    .flatMap((line) => Number.parseFloat(line) || (line.startsWith("0") ? 0 : []));
}

const segments = (name: string, numbers: number[]) =>
  Buffer.concat(numbers.map((one) => readFileSync(join(folder.path, name, `film${one}.ts`))));

describe.each(kinds)("a beginning of %s", (name, _options, tracks) => {
  test("has two of the stream's three segments, and names the second at which the stream continues", async () => {
    const { answer } = await begin(`${name}/film.m3u8`);
    const head = headOf(answer);
    expect(head).toMatchObject({ tracks, bandwidth: 0, start: 0, end: 8 });
    expect(head.full).toBeCloseTo(12, 0);
    const [first] = await tracksIn(answer);
    expect(timesIn(first ?? Buffer.alloc(0), "v")).toHaveLength(200);
  });
});

test("frames keep their times, and sound stays in sync with the picture", async () => {
  const { answer } = await begin("ts/film.m3u8");
  const { clock } = headOf(answer);
  const base = clock.baseTime / clock.timescale;
  const made = await tracksIn(answer);
  for (const [index, stream] of (["v", "a"] as const).entries()) {
    const times = timesIn(made[index] ?? Buffer.alloc(0), stream);
    const original = timesIn(segments("ts", [0, 1]), stream);
    expect(times.length).toBe(original.length);
    for (const [at, time] of times.entries())
      expect(time + base).toBeCloseTo(original[at] ?? Number.NaN, 2);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...times)).toBeLessThan(0.2);
  }
});

test("of long segments there are two", async () => {
  const playlist = readFileSync(join(folder.path, "ts", "film.m3u8"), "utf8")
    .replace("TARGETDURATION:4", "TARGETDURATION:10")
    .replaceAll(/EXTINF:[\d.]+/g, "EXTINF:10.25");
  replaced.set("/ts/film.m3u8", Buffer.from(playlist));
  expect(headOf((await begin("ts/film.m3u8")).answer)).toMatchObject({ start: 0, end: 20.5 });
  expect(headOf((await begin("ts/film.m3u8", 10.5)).answer)).toMatchObject({
    start: 10.25,
    end: 30.75,
  });
});

test("a later start begins with that second's segment, on the stream's timeline", async () => {
  const { answer } = await begin("ts/film.m3u8", 9.5);
  expect(headOf(answer)).toMatchObject({ start: 8, end: 12 });
  const [picture] = await tracksIn(answer);
  const times = timesIn(picture ?? Buffer.alloc(0), "v");
  expect(Math.min(...times)).toBeGreaterThanOrEqual(8);
  expect(Math.min(...times)).toBeLessThan(8.2);
});

test("a viewer of a preview gets no segment after its end", async () => {
  expect(headOf((await begin("ts/film.m3u8", 0, 3)).answer).end).toBe(4);
  expect((await begin("ts/film.m3u8", 9, 3)).answer.status).toBe(204);
  // less than a second of the preview is left
  expect((await begin("ts/film.m3u8", 2.5, 3)).answer.status).toBe(204);
});

test("AES-128 is decrypted", async () => {
  const key = Buffer.from("sixteen bytes ok");
  mkdirSync(join(folder.path, "aes"));
  writeFileSync(join(folder.path, "aes", "key"), key);
  writeFileSync(join(folder.path, "keys"), `key\n${join(folder.path, "aes", "key")}\n`);
  ffmpeg([
    ...["-i", join(folder.path, "ts", "film.m3u8"), "-c", "copy", "-hls_time", "4"],
    ...["-hls_key_info_file", join(folder.path, "keys"), join(folder.path, "aes", "film.m3u8")],
  ]);
  const [plain, encrypted] = await Promise.all(
    ["ts", "aes"].map(async (name) => tracksIn((await begin(`${name}/film.m3u8`)).answer)),
  );
  expect(encrypted?.map(({ length }) => length)).toEqual(plain?.map(({ length }) => length));
});

test("a repeated request is answered from the cache", async () => {
  const { ask, answer } = await begin("ts/film.m3u8");
  const first = await answer.arrayBuffer();
  asked.length = 0;
  const second = await ask();
  expect(await second.arrayBuffer()).toEqual(first);
  expect(headOf(second)).toEqual(headOf(answer));
  expect(asked).toEqual([]);
});

test("a stream whose segment is a web page has no beginning", async () => {
  replaced.set("/silent/film0.ts", Buffer.from("<title>404</title>"));
  expect((await begin("silent/film.m3u8")).answer.status).toBe(204);
});

describe("a segment's connection is closed", () => {
  const start = Buffer.alloc(500_000, "no packet");
  test.each([
    ["that is unreadable", "silent/film.m3u8", "/silent/film0.ts", start],
    [
      "whose initialization is invalid",
      "fragmented/film.m3u8",
      "/fragmented/film0.m4s",
      start,
      ["/fragmented/init.mp4", Buffer.from("none")],
    ],
    [
      "whose initialization is blank",
      "fragmented/film.m3u8",
      "/fragmented/film0.m4s",
      start,
      ["/fragmented/init.mp4", Buffer.alloc(300_000)],
    ],
  ] as [string, string, string, Buffer, [string, Buffer]?][])("%s", async (_what, ...given) => {
    const [path, segment, bytes, other] = given;
    stalling.set(segment, bytes);
    if (other) replaced.set(...other);
    const status = await begin(path).then(
      ({ answer }) => answer.status,
      () => 502,
    );
    expect([204, 502]).toContain(status);
    await expect.poll(() => open).toBe(0);
  });

  test("that is no longer read", async () => {
    stalling.set("/ts/film0.ts", readFileSync(join(folder.path, "ts", "film0.ts")));
    const { answer } = await begin("ts/film.m3u8");
    const body = answer.body?.getReader();
    await body?.read();
    expect(open).toBe(1);
    // the host sends nothing more, so reading waits
    const waiting = (async () => {
      while (!(await body?.read())?.done);
    })();
    await body?.cancel();
    await waiting;
    await expect.poll(() => open).toBe(0);
  });
});

test(
  "damaged segments give an answer or an error",
  async () => {
    const good = segments("ts", [0]);
    const damage = fc.record({
      from: fc.nat(good.length),
      length: fc.nat(3_000),
      byte: fc.nat(255),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ from, length, byte, isCut }) => {
        const bad = Buffer.from(good).fill(byte, from, Math.min(from + length, good.length));
        replaced.set("/ts/film0.ts", isCut ? bad.subarray(0, from) : bad);
        const { answer } = await begin("ts/film.m3u8");
        const body = await answer.arrayBuffer().catch((error) => {
          expect(error).toBeInstanceOf(Error);
        });
        // hardly more than the input
        expect(body?.byteLength ?? 0).toBeLessThan(3 * good.length);
      }),
      fuzz,
    );
  },
  fuzz.numRuns * 1_000,
);
