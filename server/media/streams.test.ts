import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSealer } from "../secrets/seal.ts";
import { createDownloader } from "../upstream-client/download.ts";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { createOpenStreams } from "./open-streams.ts";
import { createStreams, type Viewer } from "./streams.ts";
import type { Grant } from "./tickets.ts";

const HOUR = 3_600_000;
const movie = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

const single = `#EXTM3U
#EXT-X-TARGETDURATION:6
#EXT-X-MAP:URI="movie.mp4",BYTERANGE="500@0"
#EXTINF:6,
#EXT-X-BYTERANGE:1000@500
movie.mp4
#EXTINF:6,
#EXT-X-BYTERANGE:1000
movie.mp4
#EXTINF:6,
#EXT-X-BYTERANGE:2500
movie.mp4
#EXT-X-ENDLIST
`;
const live = `#EXTM3U
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:71
${[71, 72, 73, 74].map((name) => `#EXTINF:6,\n${name}.ts`).join("\n")}
`;
const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh",URI="live.m3u8"
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="single.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=400000
single.m3u8
`;
const withSubtitles = `#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="zh",URI="subtitles.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=400000,SUBTITLES="t"
single.m3u8
`;
const subtitles = `#EXTM3U
#EXT-X-TARGETDURATION:60
#EXTINF:60,
zh.txt
#EXT-X-ENDLIST
`;
const encrypted = `#EXTM3U
#EXT-X-TARGETDURATION:1
#EXT-X-KEY:METHOD=AES-128,URI="key?of=film"
${["0.ts?token=1.x", "1", "2.jpg", "3.AAC"].map((name) => `#EXTINF:1,\n${name}`).join("\n")}
#EXT-X-ENDLIST
`;
const fragmented = `#EXTM3U
#EXT-X-TARGETDURATION:1
#EXT-X-MAP:URI="init.mp4"
#EXTINF:1,
0.m4s
#EXTINF:1,
1
#EXT-X-ENDLIST
`;
const cue = (second: string) => `00:${second}.000 --> 00:59.000\n${second}`;
const playlists: Record<string, string | Buffer> = {
  "/with-subtitles.m3u8": withSubtitles,
  "/subtitles.m3u8": subtitles,
  "/zh.txt": `WEBVTT\n\n${cue("07")}\n\n${cue("09")}\n`,
  "/single.m3u8": single,
  "/live.m3u8": live,
  "/master.m3u8": master,
  "/endings.m3u8": encrypted,
  "/fragmented.m3u8": fragmented,
};

const state = { knowsRanges: true, expired: "", refusal: 403 };
const origin = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", url);
  const location = searchParams.get("to");
  if (location) return response.writeHead(302, { location }).end();
  if (searchParams.has("modified")) response.setHeader("last-modified", new Date().toUTCString());
  const text = playlists[request.url ?? ""];
  if (text) return response.end(text);
  if (request.url === state.expired) return response.writeHead(state.refusal).end();
  if (request.url !== "/movie.mp4") return response.end(request.url);
  response.setHeader("content-type", "video/mp4");
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (!state.knowsRanges || first === undefined) return response.end(movie);
  const end = last ? Number(last) + 1 : movie.length;
  const range = `bytes ${first}-${end - 1}/${movie.length}`;
  response.writeHead(206, { "content-range": range });
  return response.end(movie.subarray(Number(first), end));
});
const downloader = createDownloader({ timeoutMs: 2_000, trusts: () => true });
let url = "";

beforeAll(async () => {
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await downloader.close();
  origin.close();
});

const clock = { now: 0 };
const viewer = { device: "device-1", address: "", memberCode: "83920174" as string | undefined };
let granted: Promise<Grant>;
beforeEach(() => {
  state.knowsRanges = true;
  clock.now = Date.UTC(2026, 0, 1);
  viewer.memberCode = "83920174";
  granted = Promise.resolve({ preview: 8 });
});

/** @param own whether the media are on the upstream's own origin */
function streamsOf(
  who: Partial<Viewer> = {},
  own = true,
  onFailed?: (error: unknown, status: number) => void,
) {
  return createStreams({
    sealer: createSealer(["test-secret-test-secret-test-secret"]),
    downloader,
    openStreams: createOpenStreams(),
    origins: {
      ...createUpstreamOrigins([url], () => false),
      isOwn: (named) => own && new URL(named).origin === url,
    },
    now: () => clock.now,
  })(
    {
      ...viewer,
      grantFor: () => granted,
      commonGrant: () => granted,
      streamAt: async () => undefined,
      ...who,
    },
    onFailed,
  );
}

const place = { video: "100001", source: 0, episode: 0 };
const request = () => new Request("http://site.test");
/** Plays an episode whose stream has this path on the upstream. */
const play = (path: string, who: Partial<Viewer> = {}, own = true) =>
  streamsOf(
    { ...who, streamAt: async () => ({ video: place.video, episode: "7", url: path }) },
    own,
  ).play(place, request());
const topPlaylist = async (path: string, own = true) => (await play(path, {}, own)).text();
function ask(
  path: string,
  range?: string,
  who: Partial<Viewer> = {},
  onFailed?: (error: unknown, status: number) => void,
) {
  const headers: Record<string, string> = range ? { range } : {};
  const sealed = path.split("/")[2] ?? "";
  return streamsOf(who, true, onFailed).answer(
    sealed,
    new Request("http://site.test", { headers }),
  );
}
const read = async (path: string) => (await ask(path)).text();
const named = (playlist: string) =>
  playlist.match(/\/stream\/[\w.-]+\/(index\.m3u8|media\.\w+|text\.vtt)/g) ?? [];
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("subtitles", () => {
  test.each([
    ["the upstream's", true],
    ["another", false],
  ])("of a preview are those that begin before its end, from %s origin", async (_what, own) => {
    const [playlist = ""] = named(await topPlaylist("/with-subtitles.m3u8", own));
    const streams = streamsOf({}, own);
    const open = (path = "") => streams.answer(path.split("/")[2] ?? "", request());
    const [text] = named(await (await open(playlist)).text());
    const answer = await open(text);
    expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await answer.text()).toBe(`WEBVTT\n\n${cue("07")}\n`);
  });

  test("are complete with full access, and are fetched directly from another origin", async () => {
    granted = Promise.resolve({ preview: null });
    const [playlist = ""] = named(await topPlaylist("/with-subtitles.m3u8"));
    const [text = ""] = named(await read(playlist));
    expect(await read(text)).toContain(cue("09"));
    const elsewhere = await streamsOf({}, false).answer(playlist.split("/")[2] ?? "", request());
    expect(await elsewhere.text()).toContain(`${url}/zh.txt`);
  });

  test("that are not WebVTT are not passed on", async () => {
    playlists["/zh.txt"] = "<html>";
    const [playlist = ""] = named(await topPlaylist("/with-subtitles.m3u8"));
    const [text = ""] = named(await read(playlist));
    expect((await ask(text)).status).toBe(502);
  });
});

describe("a preview of a file shared by segments", () => {
  test.each([
    ["that supports ranges", true, true],
    ["without ranges", false, true],
    ["on another host", true, false],
  ])("serves exactly the allowed bytes, from an origin %s", async (_what, ranges, own) => {
    state.knowsRanges = ranges;
    const playlist = await topPlaylist("/single.m3u8", own);
    expect(playlist).not.toContain("movie.mp4");
    expect(playlist).not.toContain("BYTERANGE");
    expect(playlist.match(/#EXTINF/g)).toHaveLength(2);
    const [map = "", first = "", second = ""] = named(playlist);
    expect(named(playlist)).toHaveLength(3);

    for (const [ticket, start, end] of [
      [map, 0, 500],
      [first, 500, 1_500],
      [second, 1_500, 2_500],
    ] as const) {
      const length = end - start;
      for (const range of [undefined, "bytes=0-", `bytes=0-${length - 1}`]) {
        const whole = await ask(ticket, range);
        expect([whole.status, whole.headers.get("content-range")]).toEqual(
          range ? [206, `bytes 0-${length - 1}/${length}`] : [200, null],
        );
        expect(whole.headers.get("content-type")).toBe("video/mp4");
        expect(whole.headers.get("cache-control")).toBe("private, max-age=21600");
        expect(await bytes(whole)).toEqual(movie.subarray(start, end));
      }
      expect(await bytes(await ask(ticket, "bytes=10-"))).toEqual(movie.subarray(start + 10, end));
    }
    for (const range of ["bytes=1000-", "bytes=2500-4999", "bytes=-100"]) {
      expect((await ask(second, range)).status, range).toBe(416);
    }
    expect(await bytes(await ask(second, "bytes=0-4999"))).toEqual(movie.subarray(1_500, 2_500));
  });

  test("is not cut with full access", async () => {
    granted = Promise.resolve({ preview: null, member: "83920174" });
    const playlist = await topPlaylist("/single.m3u8");
    expect(playlist.match(/#EXTINF/g)).toHaveLength(3);
    const last = named(playlist).at(-1) ?? "";
    expect(await bytes(await ask(last, "bytes=2500-4999"))).toEqual(movie.subarray(2_500));
    expect((await ask(last)).status).toBe(200);
  });
});

describe("a preview", () => {
  test("applies to every rendition of a multivariant playlist, also of a live stream", async () => {
    const shown = await topPlaylist("/master.m3u8");
    expect(shown).not.toContain("I-FRAME");
    const [audio = "", variant = ""] = named(shown);
    expect(named(shown)).toHaveLength(2);
    for (const rendition of [audio, variant]) {
      const playlist = await read(rendition);
      expect(playlist.match(/#EXTINF/g)).toHaveLength(2);
      expect(playlist.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
    }
    const segments = named(await read(audio));
    expect(await Promise.all(segments.map(read))).toEqual(["/71.ts", "/72.ts"]);
  });

  test("ends once the viewer may see everything: the same address then gives the whole stream", async () => {
    expect(named(await topPlaylist("/live.m3u8"))).toHaveLength(2);
    granted = Promise.resolve({ preview: null, member: "83920174" });
    expect(named(await topPlaylist("/live.m3u8"))).toHaveLength(4);
  });

  test("is the same for all viewers, for an hour", async () => {
    clock.now += 1;
    const first = await topPlaylist("/single.m3u8");
    clock.now += HOUR / 2;
    const other = { device: "device-2", memberCode: undefined };
    expect(await (await play("/single.m3u8", other)).text()).toBe(first);
    const [, segment = ""] = named(first);
    expect((await ask(segment, undefined, other)).status).toBe(200);
  });
});

describe("a playlist may be shared by the page cache", () => {
  const caching = (answer: Response) => answer.headers.get("cache-control");
  const NOT = "private, no-store";

  test("only if it is a preview and not live", async () => {
    expect(caching(await play("/master.m3u8"))).toBeNull();
    expect(caching(await play("/single.m3u8"))).toBeNull();
    expect(caching(await play("/live.m3u8"))).toBe(NOT);
    for (const grant of [{ preview: null }, { preview: null, member: "83920174" }]) {
      granted = Promise.resolve(grant);
      expect(caching(await play("/master.m3u8"))).toBe(NOT);
      expect(caching(await play("/single.m3u8"))).toBe(NOT);
    }
  });

  test("and only while its addresses are valid for more than an hour", async () => {
    const [, variant = ""] = named(await topPlaylist("/master.m3u8"));
    expect(caching(await ask(variant))).toBeNull();
    clock.now += 4 * HOUR;
    expect(caching(await ask(variant))).toBeNull();
    clock.now += 1 * HOUR;
    expect(caching(await ask(variant))).toBe(NOT);
  });
});

describe("an episode that is a plain file", () => {
  const fileAddress = async () => {
    const answer = await play("/movie.mp4");
    expect(answer.status).toBe(302);
    return answer.headers.get("location") ?? "";
  };

  test("is served whole to the member who has access, for six hours", async () => {
    granted = Promise.resolve({ preview: null, member: "83920174" });
    const file = await fileAddress();
    expect(await bytes(await ask(file))).toEqual(movie);
    const part = await ask(file, "bytes=10-19");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/5000"]);
    expect((await ask(file, undefined, { device: "device-2" })).status).toBe(403);
    expect((await ask(file, undefined, { memberCode: "11112222" })).status).toBe(403);
    clock.now += 6 * HOUR + 1;
    expect((await ask(file)).status).toBe(403);
  });

  test("is refused before a purchase if it cannot be cut, and this is logged", async () => {
    const file = await fileAddress();
    const failures: unknown[] = [];
    const answer = await ask(file, "bytes=0-99", {}, (error, status) =>
      failures.push([error, status]),
    );
    expect([answer.status, await answer.text()]).toEqual([403, ""]);
    expect(failures).toEqual([[expect.objectContaining({ name: "UpstreamFault" }), 403]]);
  });

  test("is answered with 503 while access is unknown", async () => {
    granted = Promise.reject(new Error("down"));
    expect((await play("/movie.mp4")).status).toBe(503);
  });
});

describe("a stream's address", () => {
  test("has its target's extension, because other players rely on it", async () => {
    const endings = async (path: string) =>
      named(await topPlaylist(path)).map((one) => extname(one));
    expect(await endings("/master.m3u8")).toEqual([".m3u8", ".m3u8"]);
    expect(await endings("/endings.m3u8")).toEqual([".key", ".ts", ".ts", ".ts", ".aac"]);
    expect(await endings("/fragmented.m3u8")).toEqual([".mp4", ".m4s", ".m4s"]);
    expect(extname((await play("/movie.mp4")).headers.get("location") ?? "")).toBe(".mp4");
    expect(extname((await play("/movie?id=1")).headers.get("location") ?? "")).toBe(".mp4");
  });

  test("reveals nothing about the viewer, and only whether the stream is a playlist", () => {
    expect(streamsOf().address(place, "/movie/index.m3u8?key=1")).toBe(
      "/stream/100001/0/0/index.m3u8",
    );
    expect(streamsOf().address(place, "/movie.mp4")).toBe("/stream/100001/0/0/media");
  });

  test("of a missing episode is answered with 404", async () => {
    expect((await streamsOf().play(place, request())).status).toBe(404);
  });

  test("is answered with 503 while access is unknown", async () => {
    granted = Promise.reject(new Error("down"));
    const answer = await play("/live.m3u8");
    expect([answer.status, await answer.text()]).toEqual([503, ""]);
  });
});

describe("a ticket", () => {
  const all = () => Promise.resolve({ preview: null, member: "83920174" });

  test("for one member expires after six hours", async () => {
    granted = all();
    const [segment = ""] = named(await topPlaylist("/live.m3u8"));
    clock.now += 6 * HOUR - 1;
    expect((await ask(segment)).status).toBe(200);
    clock.now += 2;
    expect((await ask(segment)).status).toBe(403);
  });

  test("for everybody expires after at most seven hours", async () => {
    const [segment = ""] = named(await topPlaylist("/live.m3u8"));
    clock.now += 7 * HOUR + 1;
    expect((await ask(segment)).status).toBe(403);
  });

  test("for one member does not work for another device or member, nor do the tickets that it leads to", async () => {
    granted = all();
    const [, variant = ""] = named(await topPlaylist("/master.m3u8"));
    const [, segment = ""] = named(await read(variant));
    for (const path of [variant, segment]) {
      expect((await ask(path, undefined, { device: "device-2" })).status).toBe(403);
      expect((await ask(path.replace("own.", ""))).status).toBe(403);
    }
    for (const memberCode of ["11112222", undefined]) {
      viewer.memberCode = memberCode;
      expect([(await ask(variant)).status, (await ask(segment)).status]).toEqual([403, 403]);
    }
  });

  test("for a preview cannot be turned into a ticket for the whole episode", async () => {
    const [, variant = ""] = named(await topPlaylist("/master.m3u8"));
    const sealed = variant.split("/")[2] ?? "";
    for (const forged of [`own.${sealed}`, `A${sealed}`, sealed.slice(1), sealed.slice(0, 40)]) {
      expect((await ask(`/stream/${forged}/index.m3u8`)).status, forged).toBe(403);
    }
  });

  test("for a receiver gives anybody its creator's access, until it expires", async () => {
    const streamAt = async () => ({ video: "100001", episode: "7", url: "/master.m3u8" });
    const stranger = { device: "device-2", memberCode: undefined };
    const watch = async (address: string) => {
      const shown = await (await ask(address, undefined, stranger)).text();
      const playlist = await ask(named(shown)[0] ?? "", undefined, stranger);
      return named(await playlist.text()).length;
    };
    expect(await watch((await streamsOf({ streamAt }).receiverAddress(place)) ?? "")).toBe(2);
    granted = all();
    const address = (await streamsOf({ streamAt }).receiverAddress(place)) ?? "";
    expect(await watch(address)).toBe(4);
    clock.now += 6 * HOUR + 1;
    expect((await ask(address, undefined, stranger)).status).toBe(403);
  });
});

test.each([401, 403])(
  "after the origin has refused a segment with %i, the playlist is fetched again",
  async (refusal) => {
    const signed = (sign: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts?sign=${sign}\n#EXT-X-ENDLIST\n`;
    playlists["/signed.m3u8"] = signed("a");
    const [before = ""] = named(await topPlaylist("/signed.m3u8"));
    Object.assign(state, { expired: "/1.ts?sign=a", refusal });
    playlists["/signed.m3u8"] = signed("b");
    expect((await ask(before)).status).toBe(403);
    const [after = ""] = named(await topPlaylist("/signed.m3u8"));
    expect(await (await ask(after)).text()).toBe("/1.ts?sign=b");
  },
);

describe("responses of other servers", () => {
  const segments = "#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts\n";
  const film = `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${segments}#EXT-X-ENDLIST\n`;
  const all = () => Promise.resolve({ preview: null, member: "83920174" });
  /** The bodies of the playlist's segments: with full access, and in a preview of seven seconds. */
  const segmentsOf = async (path: string) => {
    const shown: string[][] = [];
    for (const grant of [all(), Promise.resolve({ preview: 7 })]) {
      granted = grant;
      const playlist = await topPlaylist(path);
      const [first = ""] = named(playlist);
      const media = playlist.includes("#EXT-X-STREAM-INF") ? await read(first) : playlist;
      shown.push(await Promise.all(named(media).map(read)));
    }
    return shown;
  };
  const both = (...paths: string[]) => [paths, paths.slice(0, 2)];

  test.each<[string, string | Buffer, string[]]>([
    ["a byte order mark", `\ufeff${film}`, ["/1.ts", "/2.ts"]],
    ["spaces around lines", film.replace(/^/gm, "  ").replace(/$/gm, " \t"), ["/1.ts", "/2.ts"]],
    ["unrequested compression", gzipSync(film), ["/1.ts", "/2.ts"]],
    [
      "a variable",
      film
        .replace("1.ts", "{$a}.ts")
        .replace("#EXTINF", '#EXT-X-DEFINE:NAME="a",VALUE="x/1"\n#EXTINF'),
      ["/x/1.ts", "/2.ts"],
    ],
    ["escaped slashes", film.replace("1.ts", "\\/x\\/1.ts"), ["/x/1.ts", "/2.ts"]],
  ])("a playlist with %s", async (_what, sent, expected) => {
    playlists["/other.m3u8"] = sent;
    expect(await segmentsOf("/other.m3u8")).toEqual(both(...expected));
  });

  test("variables from the query and from the parent playlist", async () => {
    playlists["/defining.m3u8?key=k1"] =
      '#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="key"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n# a comment\n\nv.m3u8?key={$key}\n';
    playlists["/v.m3u8?key=k1"] = film
      .replace("#EXTINF", '#EXT-X-DEFINE:IMPORT="key"\n#EXTINF')
      .replace("1.ts", "1.ts?key={$key}");
    expect(await segmentsOf("/defining.m3u8?key=k1")).toEqual(both("/1.ts?key=k1", "/2.ts"));
  });

  test("a redirected playlist, with addresses relative to its new location", async () => {
    playlists["/elsewhere/film.m3u8"] = film;
    expect(await segmentsOf("/moved.m3u8?to=/elsewhere/film.m3u8")).toEqual(
      both("/elsewhere/1.ts", "/elsewhere/2.ts"),
    );
  });

  test.each(["/play?id=7", "/play.php?file=7.m3u8", "/m3u8/7"])(
    "a playlist whose address does not look like one: %s",
    async (path) => {
      playlists[path] = film.replaceAll(/(\d\.ts)/g, "/$1");
      expect(await segmentsOf(path)).toEqual(both("/1.ts", "/2.ts"));
    },
  );

  test("a film without an end tag gets one, unless its origin changed it a moment ago", async () => {
    const endless = film.replace("#EXT-X-ENDLIST\n", "");
    granted = all();
    playlists["/endless.m3u8"] = endless;
    expect(await topPlaylist("/endless.m3u8")).toContain("#EXT-X-ENDLIST");
    playlists["/growing.m3u8?modified=now"] = endless;
    expect(await topPlaylist("/growing.m3u8?modified=now")).not.toContain("#EXT-X-ENDLIST");
  });

  test("keys and addresses of other protocols are not passed on", async () => {
    granted = all();
    playlists["/odd.m3u8"] = film
      .replace("1.ts", "ftp://10.0.0.1/1.ts")
      .replace(
        "#EXTINF",
        '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://10.0.0.1/key",X="https:\\/\\/10.0.0.1\\/x"\n#EXTINF',
      );
    const shown = await topPlaylist("/odd.m3u8");
    expect(shown).not.toContain("10.0.0.1");
    expect(named(shown)).toHaveLength(1);
  });

  const packets = (count: number) => Buffer.concat(Array(count).fill(Buffer.alloc(188, 0x47)));
  test.each([
    ["a PNG of 7.5 KB", Buffer.concat([Buffer.from("89504e47", "hex"), Buffer.alloc(7_500, 1)])],
    ["a GIF", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(70, 0x47), Buffer.alloc(900)])],
    ["nothing", Buffer.alloc(0)],
  ])("MPEG-TS behind %s, on another host", async (_what, picture) => {
    granted = all();
    const media = packets(10);
    playlists["/picture.png"] = Buffer.concat([picture, media]);
    playlists["/pictures.m3u8"] = film.replace("1.ts", "picture.png");
    const playlist = await topPlaylist("/pictures.m3u8", false);
    if (picture.length === 0) return expect(playlist).toContain(`\n${url}/picture.png\n`);
    const [first = ""] = named(playlist);
    const answer = await ask(first);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(media);
    const { headers } = answer;
    expect([headers.get("content-type"), headers.get("content-length")]).toEqual([
      "video/mp2t",
      String(media.length),
    ]);
  });

  test("a picture is passed on unchanged", async () => {
    granted = all();
    playlists["/cover.png"] = Buffer.alloc(70_000, 1);
    playlists["/covers.m3u8"] = film.replace("1.ts", "cover.png");
    const [first = ""] = named(await topPlaylist("/covers.m3u8"));
    expect((await (await ask(first)).arrayBuffer()).byteLength).toBe(70_000);
  });

  test("ten thousand segments with signed addresses do not block other requests", async () => {
    granted = all();
    const signed = (index: number) => `#EXTINF:4,\n${index}.ts?sign=${"s".repeat(360)}\n`;
    playlists["/long.m3u8"] =
      `#EXTM3U\n${Array.from({ length: 10_000 }, (_, index) => signed(index)).join("")}#EXT-X-ENDLIST\n`;
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    expect(named(await topPlaylist("/long.m3u8"))).toHaveLength(10_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
