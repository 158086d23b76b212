import { request } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedRows } from "../db/seed/seed.ts";
import { TRACKS_PATH } from "../domain/addresses.ts";
import { clips, plainClip, scenes } from "../media/demo-media.ts";
import { mediaRoutes } from "./media-routes.ts";

const get = async (path: string) => mediaRoutes.request(path);

describe("drawn pictures", () => {
  it("every scene gives a cover, the same one for the same number", async () => {
    for (const scene of scenes) {
      const cover = await get(`/covers/${scene}-100001.svg`);
      expect(cover.headers.get("content-type")).toBe("image/svg+xml");
      expect(await cover.text()).toBe(await (await get(`/covers/${scene}-100001.svg`)).text());
    }
  });

  it("every demo video has a cover of its own", async () => {
    const paths = seedRows().flatMap(([, rows]) => rows.flatMap(({ cover }) => cover ?? []));
    const different = [...new Set(paths.map(String))];
    const drawn = await Promise.all(different.map(async (path) => (await get(path)).text()));
    expect(different.length).toBeGreaterThan(430);
    expect(new Set(drawn).size).toBe(different.length);
    for (const cover of drawn) expect(cover).toMatch(/^<svg .*<\/svg>$/);
  });

  it("every number has a cover in every scene, and an avatar", async () => {
    for (const number of [0, 1, 130_006, 999_999_999]) {
      for (const path of [`/covers/aurora-${number}.svg`, `/avatars/${number}.svg`]) {
        expect(await (await get(path)).text()).toMatch(/^<svg .*<\/svg>$/);
      }
    }
  });

  it.each([
    "/covers/nothing-1.svg",
    "/covers/aurora-.svg",
    "/covers/aurora-12345678901.svg",
    "/avatars/x.svg",
    "/art/none.webp",
  ])("%s is missing", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("streams", () => {
  const loop = "/media/loop/aurora/3";

  it("a clip's files have the right types and a long cache time, and allow every origin", async () => {
    const master = await get("/media/clips/aurora/master.m3u8");
    expect(Object.fromEntries(master.headers)).toMatchObject({
      "content-type": "application/vnd.apple.mpegurl",
      "access-control-allow-origin": "*",
      "cache-control": expect.stringContaining("max-age=2592000"),
    });
    for (const file of ["270p/media.mp4", "480p/media.mp4", "720p/media.mp4"]) {
      const response = await get(`/media/clips/aurora/${file}`);
      expect([file, response.status, response.headers.get("content-type")]).toEqual([
        file,
        200,
        "video/mp4",
      ]);
    }
  });

  it("a looped playlist is as long as its loops, and each of its addresses leads to a file", async () => {
    const master = await (await get(`${loop}/master.m3u8`)).text();
    const variants = master.split("\n").filter((line) => line.endsWith(".m3u8"));
    expect(variants).toHaveLength(3);
    for (const variant of variants) {
      const base = new URL(variant, `http://upstream${loop}/`);
      const playlist = await (await get(base.pathname)).text();
      const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, value]) => Number(value));
      const seconds = lengths.reduce((sum, value) => sum + value, 0);
      const clip = clips.find(({ name }) => name === "aurora")?.seconds ?? 0;
      expect(Math.abs(seconds - clip * 3)).toBeLessThan(1);
      const files = [...playlist.matchAll(/^(?!#)\S+|(?<=URI=")[^"]+/gm)].map(([file]) => file);
      expect(files.length).toBeGreaterThan(0);
      for (const file of new Set(files)) {
        expect((await get(new URL(file, base).pathname)).status, file).toBe(200);
      }
      const ranges = [...playlist.matchAll(/BYTERANGE(?::|=")(\d+)@(\d+)/g)];
      expect(ranges.length).toBe(lengths.length + 3);
    }
  });

  it.each(clips)(
    "$name: a rendition's file is its header followed by its segments",
    async ({ name }) => {
      for (const variant of ["270p", "480p", "720p"]) {
        const folder = `/media/clips/${name}/${variant}`;
        const playlist = await (await get(`${folder}/index.m3u8`)).text();
        const ranges = Array.from(
          playlist.matchAll(/BYTERANGE(?::|=")(\d+)@(\d+)/g),
          ([, length, offset]) => [Number(length), Number(offset)] as const,
        );
        const [header, ...segments] = await Promise.all(
          ranges.map(async ([length, offset]) => {
            const headers = { range: `bytes=${offset}-${offset + length - 1}` };
            const part = await mediaRoutes.request(`${folder}/media.mp4`, { headers });
            expect(part.status).toBe(206);
            return Buffer.from(await part.arrayBuffer());
          }),
        );
        expect(header?.toString("latin1", 4, 8)).toBe("ftyp");
        for (const segment of segments) expect(segment.toString("latin1", 4, 8)).toBe("styp");
        const whole = await (await get(`${folder}/media.mp4`)).arrayBuffer();
        expect(Buffer.concat([header ?? Buffer.of(), ...segments]).equals(Buffer.from(whole))).toBe(
          true,
        );
      }
    },
  );

  it.each(clips)(
    "$name: its key frames are the first picture of each segment",
    async ({ name }) => {
      const master = await (await get(`/media/clips/${name}/master.m3u8`)).text();
      const [, address = ""] = /^#EXT-X-I-FRAME-STREAM-INF:.*URI="([^"]+)"/m.exec(master) ?? [];
      for (const folder of [`/media/clips/${name}`, `/media/loop/${name}/2`]) {
        const pictures = await (await get(`${folder}/${address}`)).text();
        const segments = await (await get(`${folder}/270p/index.m3u8`)).text();
        const parts = (playlist: string) =>
          Array.from(playlist.matchAll(/#EXTINF:(.*),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.*)/g));
        const places = (playlist: string) =>
          parts(playlist).map(([, seconds, , offset, file]) => `${seconds} ${offset} ${file}`);
        expect(pictures).toContain("#EXT-X-I-FRAMES-ONLY\n");
        expect(places(pictures)).toEqual(places(segments));
        for (const [index, [, , bytes]] of parts(pictures).entries())
          expect(Number(bytes)).toBeLessThan(Number(parts(segments)[index]?.[2]) / 2);
      }
    },
  );

  it("the plain file supports ranges", async () => {
    const path = `/media/clips/${plainClip.name}`;
    const part = await mediaRoutes.request(path, { headers: { range: "bytes=4-7" } });
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
  });

  it("a clip has subtitles in two languages and a second audio track as long as its picture", async () => {
    const master = await (await get(TRACKS_PATH)).text();
    const addresses = [...master.matchAll(/URI="([^"]+)"/g)].map(([, uri]) => String(uri));
    expect(addresses).toHaveLength(4);
    for (const address of [...addresses, "../clips/test-card/270p/index.m3u8"]) {
      const base = new URL(address, `http://upstream${TRACKS_PATH}`);
      const text = await (await get(base.pathname)).text();
      const lengths = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
      expect(lengths.reduce((sum, length) => sum + length)).toBe(60);
      const [, file = ""] = /^([a-z]+\.(?:vtt|mp4))$/m.exec(text) ?? [];
      expect((await get(new URL(file, base).pathname)).status).toBe(200);
    }
    expect((await get("/media/tracks/../clips/plain.mp4")).status).toBe(200);
    expect((await get("/media/tracks/zh/../../../keys.ts")).status).toBe(404);
    expect((await get("/media/tracks/fr/index.m3u8")).status).toBe(404);
  });

  it.each(["0", "61", "100", "-1", "1.5", "x"])("%s loops are refused", async (loops) => {
    expect((await get(`/media/loop/aurora/${loops}/master.m3u8`)).status).toBe(404);
    expect((await get(`/media/loop/aurora/${loops}/270p/index.m3u8`)).status).toBe(404);
  });
});

describe("nothing but the demo media is served", () => {
  let server: ReturnType<typeof serve>;
  let port = 0;
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        server = serve({ fetch: mediaRoutes.fetch, port: 0, hostname: "127.0.0.1" }, (address) => {
          port = address.port;
          resolve();
        });
      }),
  );
  afterAll(() => server.close());

  it.each([
    "/media/clips/../../keys.ts",
    "/media/clips/../keys.ts/master.m3u8",
    "/media/clips/%2e%2e/%2e%2e/keys.ts",
    "/media/clips/..%2f..%2fkeys.ts",
    "/media/clips/aurora/270p/..%2f..%2f..%2fclips.ts",
    "/media/clips/aurora/..%2f270p/index.m3u8",
    "/media/clips/aurora/270p/..%5cindex.m3u8",
    "/media/clips/aurora%00/master.m3u8",
    "/media/clips/clips.ts",
    "/media/loop/..%2f..%2fclips/1/master.m3u8",
    "/art/..%2fclips.ts",
    "/art/..%2f..%2fdb%2fschema.ts",
    "/covers/..%2f..%2fkeys.ts",
    "//etc/passwd",
    "/media/clips/%ff/master.m3u8",
  ])("%s", async (path) => {
    // by Node's http client, because it does not normalise the path
    const status = await new Promise((resolve, reject) => {
      request({ port, path, host: "127.0.0.1" }, async (response) => {
        expect(await text(response)).not.toMatch(/import|root:/);
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect([400, 404]).toContain(status);
  });
});
