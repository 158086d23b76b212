import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Grant } from "../domain/access.ts";
import { createSealer } from "../seal.ts";
import { createDownloader } from "../upstream-client/download.ts";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { createStreams, type Viewer } from "./streams.ts";

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
const playlists: Record<string, string> = {
  "/single.m3u8": single,
  "/live.m3u8": live,
  "/master.m3u8": master,
};

const state = { knowsRanges: true };
const origin = createServer((request, response) => {
  const text = playlists[request.url ?? ""];
  if (text) return response.end(text);
  if (request.url !== "/movie.mp4") return response.end(request.url);
  response.setHeader("content-type", "video/mp4");
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (!state.knowsRanges || first === undefined) return response.end(movie);
  const end = last ? Number(last) + 1 : movie.length;
  const range = `bytes ${first}-${end - 1}/${movie.length}`;
  response.writeHead(206, { "content-range": range });
  return response.end(movie.subarray(Number(first), end));
});
const downloader = createDownloader({ timeoutMs: 2_000 });
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
const viewer = { device: "device-1", memberCode: "83920174" as string | undefined };
let granted: Promise<Grant>;
beforeEach(() => {
  state.knowsRanges = true;
  clock.now = Date.UTC(2026, 0, 1);
  viewer.memberCode = "83920174";
  granted = Promise.resolve({ preview: 8, member: "83920174" });
});

/** @param own whether the media's origin is the upstream's */
function streamsOf(who: Partial<Viewer> = {}, own = true) {
  return createStreams({
    sealer: createSealer(["test-secret-test-secret-test-secret"]),
    downloader,
    origins: {
      ...createUpstreamOrigins([url], () => false),
      isOwn: (named) => own && new URL(named).origin === url,
    },
    now: () => clock.now,
  })({ ...viewer, grantFor: () => granted, ...who });
}

const episode = { video: "100001", episode: 7 };
const entry = (path: string, own = true) => streamsOf({}, own).address({ url: path, ...episode });
function ask(path: string, range?: string, who: Partial<Viewer> = {}) {
  const headers: Record<string, string> = range ? { range } : {};
  const sealed = path.split("/")[2] ?? "";
  return streamsOf(who).answer(sealed, new Request("http://site.test", { headers }));
}
const read = async (path: string) => (await ask(path)).text();
const named = (playlist: string) => playlist.match(/\/stream\/[\w-]+\/(index\.m3u8|media)/g) ?? [];
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("of a file that segments share, a preview", () => {
  test.each([
    ["that knows ranges", true, true],
    ["that knows none", false, true],
    ["elsewhere", true, false],
  ])("serves what it may show and no byte more, from an origin %s", async (_what, ranges, own) => {
    state.knowsRanges = ranges;
    const playlist = await (
      await streamsOf({}, own).answer(
        entry("/single.m3u8", own).split("/")[2] ?? "",
        new Request("http://site.test"),
      )
    ).text();
    expect(playlist).not.toContain("movie.mp4");
    expect(playlist.match(/#EXTINF/g)).toHaveLength(2);
    const [map = "", first = "", second = ""] = named(playlist);
    expect(named(playlist)).toHaveLength(3);

    for (const [ticket, start, end] of [
      [map, 0, 500],
      [first, 500, 1_500],
      [second, 1_500, 2_500],
    ] as const) {
      const whole = await ask(ticket, `bytes=${start}-${end - 1}`);
      expect(whole.status).toBe(206);
      expect(whole.headers.get("content-type")).toBe("video/mp4");
      expect(await bytes(whole)).toEqual(movie.subarray(start, end));
      const unranged = await ask(ticket);
      expect([unranged.status, unranged.headers.get("content-range")]).toEqual([200, null]);
      expect(unranged.headers.get("cache-control")).toBe("private, no-store");
      expect(await bytes(unranged)).toEqual(movie.subarray(start, end));
      expect(await bytes(await ask(ticket, `bytes=${start + 10}-`))).toEqual(
        movie.subarray(start + 10, end),
      );
    }
    for (const range of ["bytes=2500-", "bytes=2500-4999", "bytes=-100", "bytes=0-4999"]) {
      expect((await ask(second, range)).status, range).toBe(416);
    }
  });

  test("who may see everything gets it whole", async () => {
    granted = Promise.resolve({ preview: null, member: "83920174" });
    const playlist = await read(entry("/single.m3u8"));
    expect(playlist.match(/#EXTINF/g)).toHaveLength(3);
    const last = named(playlist).at(-1) ?? "";
    expect(await bytes(await ask(last, "bytes=2500-4999"))).toEqual(movie.subarray(2_500));
    expect((await ask(last)).status).toBe(200);
  });
});

describe("a preview", () => {
  test("holds for every rendition that the entry leads to, also for a live one", async () => {
    const shown = await read(entry("/master.m3u8"));
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

  test("ends when more is granted: the same address then leads to everything", async () => {
    const address = entry("/live.m3u8");
    expect(named(await read(address))).toHaveLength(2);
    granted = Promise.resolve({ preview: null, member: "83920174" });
    expect(named(await read(address))).toHaveLength(4);
  });
});

describe("a ticket", () => {
  test("expires after six hours, with all that it led to", async () => {
    const address = entry("/live.m3u8");
    clock.now += 5 * HOUR;
    const [segment = ""] = named(await read(address));
    clock.now += HOUR - 1;
    expect((await ask(segment)).status).toBe(200);
    clock.now += 2;
    expect([(await ask(address)).status, (await ask(segment)).status]).toEqual([403, 403]);
  });

  test("is of no use to another device, and what it led to is of none to another member", async () => {
    const address = entry("/master.m3u8");
    const [, variant = ""] = named(await read(address));
    const [, segment = ""] = named(await read(variant));
    for (const path of [address, variant, segment]) {
      expect((await ask(path, undefined, { device: "device-2" })).status).toBe(403);
    }
    for (const memberCode of ["11112222", undefined]) {
      viewer.memberCode = memberCode;
      expect([(await ask(variant)).status, (await ask(segment)).status]).toEqual([403, 403]);
      expect((await ask(address)).status).toBe(200);
    }
  });

  test("where nobody is held back, what it leads to is bound to the device alone", async () => {
    granted = Promise.resolve({ preview: null });
    const [segment = ""] = named(await read(entry("/live.m3u8")));
    viewer.memberCode = undefined;
    expect((await ask(segment)).status).toBe(200);
    expect((await ask(segment, undefined, { device: "device-2" })).status).toBe(403);
  });

  test("leads to nothing while it is not known how much may be seen", async () => {
    granted = Promise.reject(new Error("down"));
    const answer = await ask(entry("/live.m3u8"));
    expect([answer.status, await answer.text()]).toEqual([503, ""]);
  });
});
