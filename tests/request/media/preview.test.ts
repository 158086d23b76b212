import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { members, tokens, videos } from "../../../server/upstream/db/schema.ts";
import { disposable } from "../../support/disposable.ts";
import { bodyAt, readMp4 } from "../../support/media/mp4-files.ts";
import { piecesOf } from "../../support/media/pieces.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import {
  addressesIn,
  giveCoins,
  openVideo,
  qualities,
  secondsOf,
  withPreview,
} from "../../support/members/playback.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const db = () => running.upstream.db;

/** Three sources, the second of them a plain file; three minutes in segments of four seconds. */
const VIDEO = 130_001;
const open = (visitor: Visitor, code = VIDEO) => openVideo(db(), visitor, code);

async function vip() {
  const visitor = running.site.visit();
  await memberOf(db(), await codeOf(visitor)).makeVip();
  return visitor;
}

const lengths = async (visitor: Visitor, address: string) =>
  (await qualities(visitor, address)).map(secondsOf);

/** The length and offset of each range in a playlist. */
const byteRanges = (playlist = "") => [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm)];

async function piece(visitor: Visitor, address = "", range?: string) {
  const answer = await visitor.request(address, range ? { headers: { range } } : {});
  expect(answer.status).toBe(range ? 206 : 200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The durations of all qualities and of the I-frame playlist, which only whole episodes have. */
const whole = (seconds: number) => [seconds, seconds, seconds, seconds];

const memberCount = async () =>
  (await db().select({ count: sql<number>`count(*)::int` }).from(members))[0]?.count ?? 0;

describe("a guest", () => {
  test("gets every quality up to the segment with the fifteenth second", async () => {
    const visitor = running.site.visit();
    const [first, , third] = await open(visitor);
    for (const line of [first, third]) {
      const playlists = await qualities(visitor, line?.address ?? "");
      expect(playlists).toHaveLength(3);
      for (const playlist of playlists) {
        expect(secondsOf(playlist)).toBe(16);
        expect(playlist.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
      }
    }
  });

  test("gets no later segment from any address, with any request", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    const seen = new Set<string>();
    const waiting = [first?.address ?? ""];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const media = next.replace("index.m3u8", "media");
      for (const path of [next, `${next}?_HLS_skip=YES&_HLS_msn=9`, media]) {
        const answer = await visitor.request(path, { headers: { range: "bytes=0-" } });
        const type = answer.headers.get("content-type") ?? "";
        if (type.includes("mpegurl")) waiting.push(...addressesIn(await answer.text()));
      }
    }
    // a master playlist, and three qualities with a playlist, a map and four segments
    expect(seen.size).toBe(1 + 3 * (1 + 1 + 4));
  });

  test("gets no byte of a quality's file after the preview's last segment", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    const whole = await qualities(await vip(), first?.address ?? "");
    for (const [index, playlist] of (await qualities(visitor, first?.address ?? "")).entries()) {
      const shown = addressesIn(playlist);
      expect(shown).toHaveLength(1 + 4);
      const parts = await Promise.all(shown.map((part) => piece(visitor, part)));
      const [, length, offset] = byteRanges(whole[index])[3] ?? [];
      expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(
        Number(length) + Number(offset),
      );
      for (const [place, part] of parts.entries()) {
        // the first request of native players
        expect(await piece(visitor, shown[place], "bytes=0-")).toEqual(part);
        expect(await piece(visitor, shown[place], `bytes=${part.length - 10}-`)).toHaveLength(10);
        const headers = { range: `bytes=${part.length}-` };
        expect((await visitor.request(shown[place] ?? "", { headers })).status).toBe(416);
      }
    }
  });

  test("watches a preview without being registered", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    const before = await memberCount();
    const answer = await visitor.request(first?.address ?? "");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [variant = ""] = addressesIn(await answer.text());
    expect(secondsOf(await visitor.read(variant))).toBe(16);
    expect(await access(visitor, VIDEO, first?.id)).toEqual({ preview: 15 });
    expect(await memberCount()).toBe(before);
  });

  test("can buy an episode, and its addresses then give all of it on every source", async () => {
    const visitor = running.site.visit();
    await giveCoins(db(), await codeOf(visitor), 2);
    const lines = await open(visitor);
    const [first, , third] = lines;
    expect(await lengths(visitor, first?.address ?? "")).toEqual([16, 16, 16]);
    const fields = { intent: "buy", episode: String(first?.id) };
    await sendForm(visitor, `/videoinfo.data?id=${VIDEO}`, fields);
    expect(await lengths(visitor, first?.address ?? "")).toEqual(whole(180));
    expect(await lengths(visitor, third?.address ?? "")).toEqual(whole(186));
    expect(await access(visitor, VIDEO, third?.id)).toEqual({ preview: null });

    const [other] = await open(visitor, 130_002).then(([, good]) => [good]);
    expect(await lengths(visitor, other?.address ?? "")).toEqual([16, 16, 16]);
  });
});

test("a VIP member gets the whole episode, and a preview again when the membership has ended", async () => {
  const visitor = await vip();
  const [first] = await open(visitor);
  expect(await lengths(visitor, first?.address ?? "")).toEqual(whole(180));
  const [playlist = ""] = await qualities(visitor, first?.address ?? "");
  const ranges = byteRanges(playlist);
  const index = Math.floor(ranges.length * 0.6);
  const [, length = 0, offset = 0] = (ranges[index] ?? []).map(Number);
  const [, ...segments] = addressesIn(playlist);
  const range = `bytes=${offset}-${offset + length - 1}`;
  const answer = await visitor.request(segments[index] ?? "", { headers: { range } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toMatch(new RegExp(`^bytes ${range.slice(6)}/\\d+$`));
  expect((await answer.arrayBuffer()).byteLength).toBe(length);
  await memberOf(db(), await codeOf(visitor)).endVip();
  expect(await lengths(visitor, first?.address ?? "")).toEqual([16, 16, 16]);
});

describe("subtitles and other audio", () => {
  /** A minute, with all subtitles in one file, and a second audio track in segments of four seconds. */
  const TRACKS = 130_006;
  const renditions = async (visitor: Visitor) => {
    const [episode] = await open(visitor, TRACKS);
    const text = await visitor.read(episode?.address ?? "");
    return Array.from(
      text.matchAll(/^#EXT-X-MEDIA:TYPE=(\w+),.*NAME="([^"]+)".*URI="([^"]+)"$/gm),
      ([, type, name, address = ""]) => ({ type, name, address }),
    );
  };
  const sound = async (visitor: Visitor) => {
    const [music] = (await renditions(visitor)).filter(({ name }) => name === "配乐");
    return visitor.read(music?.address ?? "");
  };
  const subtitlesOf = async (visitor: Visitor) => {
    const all = (await renditions(visitor)).filter(({ type }) => type === "SUBTITLES");
    return Promise.all(
      all.map(async ({ name, address }) => {
        const [segment = ""] = addressesIn(await visitor.read(address));
        const answer = await visitor.request(segment);
        expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
        return { name, segment, text: await answer.text() };
      }),
    );
  };

  test("end with the preview for a guest: there is no later cue, segment or byte", async () => {
    const guest = running.site.visit();
    expect((await renditions(guest)).map(({ type, name }) => `${type} ${name}`)).toEqual([
      "AUDIO 原声",
      "AUDIO 配乐",
      "SUBTITLES 中文",
      "SUBTITLES English",
    ]);
    const playlist = await sound(guest);
    expect(secondsOf(playlist)).toBe(16);
    const [last = ""] = addressesIn(playlist).slice(-1);
    const rest = await guest.request(last, { headers: { range: "bytes=85623-" } });
    expect(rest.status).toBe(416);
    for (const { text } of await subtitlesOf(guest))
      expect(text.match(/^\d\d:\d\d\.000/gm)).toEqual(["00:00.000", "00:06.000", "00:12.000"]);
  });

  test("are complete with full access, through this site, and only then", async () => {
    const [owner, thief] = [await vip(), running.site.visit()];
    expect(secondsOf(await sound(owner))).toBe(60);
    const [chinese, english] = await subtitlesOf(owner);
    expect(chinese?.text).toContain("谢谢观看。");
    expect(english?.text).toContain("Thank you for watching.");
    expect((await thief.request(chinese?.segment ?? "")).status).toBe(403);
    for (const { address } of await renditions(owner)) {
      expect((await thief.request(address)).status).toBe(403);
      expect(await owner.read(address)).not.toContain(running.upstream.url);
    }
  });

  test("are served to a receiver without a cookie as far as the sender has access", async () => {
    const receiver = running.site.visit();
    for (const [asking, seconds] of [
      [running.site.visit(), 16],
      [await vip(), 60],
    ] as const) {
      const question = `/receiver?video=${TRACKS}&source=0&episode=0`;
      const { address } = await (await asking.request(question)).json();
      const [music = ""] = addressesIn(await receiver.read(address));
      expect(secondsOf(await receiver.read(music))).toBe(seconds);
    }
  });
});

describe("a plain file", () => {
  const film = readFileSync("server/upstream/media/clips/plain.mp4");
  /** The address to which the player is redirected. */
  const media = async (visitor: Visitor) => {
    const [, plain] = await open(visitor);
    const answer = await visitor.request(plain?.address ?? "");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      302,
      "private, no-store",
    ]);
    return answer.headers.get("location") ?? "";
  };
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  test("ends with the preview for a guest, and contains no later sample", async () => {
    const visitor = running.site.visit();
    const answer = await visitor.request(await media(visitor));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const shown = await bytesOf(answer);
    expect(answer.headers.get("content-length")).toBe(String(shown.length));

    const [preview, whole] = [readMp4(shown), readMp4(film)];
    expect(preview.seconds).toBeGreaterThan(14.8);
    expect(preview.seconds).toBeLessThanOrEqual(15);
    expect(preview.tracks).toHaveLength(2);
    for (const [index, kept] of preview.tracks.entries()) {
      const all = whole.tracks[index]?.map(({ bytes }) => bytes.toString("latin1")) ?? [];
      const seen = kept.map(({ bytes }) => bytes.toString("latin1"));
      expect(seen).toEqual(all.slice(0, seen.length));
      expect(Math.max(...kept.map(({ to }) => to))).toBeLessThanOrEqual(15);
      // some samples occur several times in the film
      const later = all.slice(seen.length).filter((sample) => !seen.includes(sample));
      expect(later.length).toBeGreaterThan(500);
      expect(later.filter((sample) => shown.includes(sample, 0, "latin1"))).toEqual([]);
    }
    const kept = preview.tracks.flat().reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(bodyAt(shown, "mdat")?.length).toBe(kept);
  });

  test("is served to a guest as a separate file, with ranges", async () => {
    const visitor = running.site.visit();
    const address = await media(visitor);
    const ask = (range: string) => visitor.request(address, { headers: { range } });
    const whole = await bytesOf(await visitor.request(address));
    const { length } = whole;
    const parts: Buffer[] = [];
    for (let start = 0; start < length; start += 50_000) {
      const end = Math.min(length, start + 50_000);
      const part = await ask(`bytes=${start}-${end - 1}`);
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${length}`);
      parts.push(await bytesOf(part));
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    expect((await bytesOf(await ask("bytes=-100"))).equals(whole.subarray(-100))).toBe(true);
    const beyond = await ask(`bytes=${length}-`);
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([
      416,
      `bytes */${length}`,
    ]);
  });

  test("is complete with full access, and only then", async () => {
    const [owner, guest] = [await vip(), running.site.visit()];
    const address = await media(owner);
    expect((await bytesOf(await owner.request(address))).equals(film)).toBe(true);
    expect((await guest.request(address)).status).toBe(403);
    expect(await media(guest)).toBe(await media(running.site.visit()));
  });

  test("is not served while access is unknown", async () => {
    const visitor = await vip();
    const [, plain] = await open(visitor);
    await db().delete(tokens);
    expect((await visitor.request(plain?.address ?? "")).status).toBe(503);
  });
});

describe("addresses", () => {
  test("of another session are refused, at every step after the episode's own", async () => {
    const [owner, thief] = [await vip(), running.site.visit()];
    await codeOf(thief);
    const [first] = await open(owner);
    const [variant = ""] = addressesIn(await owner.read(first?.address ?? ""));
    const [map = ""] = addressesIn(await owner.read(variant));
    for (const address of [variant, map]) {
      expect((await owner.request(address)).status).toBe(200);
      expect((await thief.request(address)).status).toBe(403);
      for (const forged of [/stream\/own\..{8}/, /stream\/own\./]) {
        const made = address.replace(forged, "stream/AAAAAAAA");
        expect((await thief.request(made)).status).toBe(403);
      }
    }
    expect(await lengths(thief, first?.address ?? "")).toEqual([16, 16, 16]);
  });

  test.each(["130001/9/0", "130001/0/9", "130001/-1/0", "130001/0/0.5", "x/0/0", "99999999/0/0"])(
    "of a missing episode lead to nothing: %s",
    async (place) => {
      const answer = await running.site.visit().request(`/stream/${place}/index.m3u8`);
      expect(answer.status).toBe(404);
    },
  );

  test("granted to one member are refused to another on the same device", async () => {
    const owner = await vip();
    const [first] = await open(owner);
    const [variant = ""] = addressesIn(await owner.read(first?.address ?? ""));
    const [map = ""] = addressesIn(await owner.read(variant));

    const other = running.site.visit();
    await codeOf(other);
    const { sealer } = running.site.services;
    const cookieOf = (visitor: Visitor) =>
      JSON.parse(sealer.open("session", visitor.cookies.get("visitor") ?? "") ?? "{}");
    const swapped = { ...cookieOf(owner), credentials: cookieOf(other).credentials };
    owner.cookies.set("visitor", sealer.seal("session", JSON.stringify(swapped)));

    for (const address of [variant, map]) expect((await owner.request(address)).status).toBe(403);
    expect(await lengths(owner, first?.address ?? "")).toEqual([16, 16, 16]);
  });
});

const access = async (visitor: Visitor, video: number, episode: number | undefined) =>
  (await visitor.request(`/access?video=${video}&episode=${episode}`)).json();

describe("a receiver that sends no cookie", () => {
  const asked = `/receiver?video=${VIDEO}&source=0&episode=0`;
  const addressFor = async (visitor: Visitor) =>
    ((await (await visitor.request(asked)).json()) as { address: string }).address;

  test("plays a sealed address as far as the sender has access", async () => {
    const receiver = running.site.visit();
    const [guests, members] = [
      await addressFor(running.site.visit()),
      await addressFor(await vip()),
    ];
    const seconds = async (address: string) => secondsOf(await receiver.read(address));
    const inside = async (address: string) =>
      Promise.all(addressesIn(await receiver.read(address)).map(seconds));
    expect(await inside(guests)).toEqual([16, 16, 16]);
    expect(await inside(members)).toEqual(whole(180));
  });

  test("may be a page of another origin, like Chromecast's player; a member's own addresses work only on this site", async () => {
    const [receiver, owner] = [running.site.visit(), await vip()];
    const allows = async (visitor: Visitor, address: string) =>
      (await visitor.request(address)).headers.get("access-control-allow-origin");
    const given = await addressFor(owner);
    const [variant = ""] = addressesIn(await receiver.read(given));
    const [map = ""] = addressesIn(await receiver.read(variant));
    for (const address of [given, variant, map]) expect(await allows(receiver, address)).toBe("*");
    const [episode] = await open(owner);
    expect(await allows(owner, episode?.address ?? "")).toBeNull();
    const [own = ""] = addressesIn(await owner.read(episode?.address ?? ""));
    expect(await allows(owner, own)).toBeNull();
  });

  test.each([`${asked}9`, "/receiver", `/receiver?video=${VIDEO}&source=x&episode=0`])(
    "gets nothing of a missing episode: %s",
    async (address) => {
      expect((await running.site.visit().request(address)).status).toBe(404);
    },
  );
});

describe("a preview's beginning", () => {
  test("is the first segments of the lowest quality, the same for all visitors, and not a byte more", async () => {
    const [guest, member] = [running.site.visit(), await vip()];
    const address = `/stream/${VIDEO}/0/0/beginning`;
    const answers = await Promise.all([guest, member].map((one) => one.request(address)));
    for (const answer of answers) {
      expect(JSON.parse(answer.headers.get("x-beginning") ?? "")).toMatchObject({
        tracks: { audiovideo: expect.stringMatching(/^video\/mp4; codecs="avc1\S+,mp4a\S+"$/) },
        full: 180,
        start: 0,
        end: 8,
      });
    }
    const [first, same] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(same).toEqual(first);
    const [lowest] = await qualities(member, `/stream/${VIDEO}/0/0/index.m3u8`);
    const [, length, offset] = byteRanges(lowest)[1] ?? [];
    const pieces = piecesOf(Buffer.from(first ?? new ArrayBuffer()));
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes))).toHaveLength(
      Number(length) + Number(offset),
    );
  });

  test("from a later second needs access to that second, in any order of requests", async () => {
    const address = `/stream/${VIDEO}/0/0/beginning?t=100`;
    const [guest, member] = [running.site.visit(), await vip()];
    const answers = [];
    for (const one of [guest, member, guest]) answers.push(await one.request(address));
    expect(answers.map(({ status }) => status)).toEqual([204, 200, 204]);
    const head = JSON.parse(answers[1]?.headers.get("x-beginning") ?? "");
    expect(head).toMatchObject({ start: 100, end: 108, full: 180 });
    expect((await guest.request(`${address.replace("100", "9")}`)).status).toBe(200);
    for (const odd of ["-1", "x", "1e99", "100&t=1"]) {
      const answer = await guest.request(address.replace("100", odd));
      expect([200, 204]).toContain(answer.status);
      await answer.arrayBuffer();
    }
  });

  test("of a plain file is empty, which is no error, and of a missing video is an error", async () => {
    const visitor = running.site.visit();
    const found = await visitor.read(`/videoinfo.data?id=${VIDEO}`);
    const [file = ""] = /\/stream\/[\w/]+\/media/.exec(found) ?? [];
    const status = async (address: string) => (await visitor.request(address)).status;
    expect(await status(file.replace("media", "beginning"))).toBe(204);
    expect(await status("/stream/1/0/0/beginning")).toBe(404);
  });
});

describe("the access call", () => {
  test("agrees with the stream", async () => {
    const [guest, member] = [running.site.visit(), await vip()];
    const [first] = await open(guest);
    expect(await access(guest, VIDEO, first?.id)).toEqual({ preview: 15 });
    expect(await access(member, VIDEO, first?.id)).toEqual({ preview: null });
    const answer = await guest.request(`/access?video=${VIDEO}&episode=${first?.id}`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await guest.read(`/access.data?video=${VIDEO}&episode=${first?.id}`)).toContain(
      '"preview",15',
    );
  });

  test.each(["", "?video=1", "?video=x&episode=1", "?video=1&episode=-1", "?video=1&episode=1.5"])(
    "is refused as invalid: %s",
    async (questions) => {
      expect((await running.site.visit().request(`/access${questions}`)).status).toBe(400);
    },
  );
});

describe("while access is unknown", () => {
  test("because the upstream hangs, no stream is served, and the player is told to retry", async () => {
    await using gate = await startGate(running.upstream.url);
    await using site = await startSite(
      { ...running.upstream.forSite, url: gate.url },
      { timeoutMs: 2_000 },
    );
    const visitor = site.visit();
    const [first] = await open(visitor);
    await codeOf(visitor);
    gate.shut();
    const [stream, question] = await Promise.all([
      visitor.request(first?.address ?? ""),
      visitor.request(`/access?video=${VIDEO}&episode=${first?.id}`),
    ]);
    expect([stream.status, question.status]).toEqual([503, 503]);
    gate.open();
    expect(await access(visitor, VIDEO, first?.id)).toEqual({ preview: 15 });
  });

  test("because one of the two calls fails, the other decides if it grants access", async () => {
    await using upstream = await startRecordingUpstream(running.upstream.url);
    await using site = await startSite({ ...running.upstream.forSite, url: upstream.url });
    const [guest, member, buyer] = [site.visit(), site.visit(), site.visit()];
    const [first] = await open(guest);
    await memberOf(db(), await codeOf(member)).makeVip();
    await giveCoins(db(), await codeOf(buyer), 2);
    await sendForm(buyer, `/videoinfo.data?id=${VIDEO}`, {
      intent: "buy",
      episode: String(first?.id),
    });
    await codeOf(guest);
    const status = async (visitor: Visitor) => {
      const answer = await visitor.request(`/access?video=${VIDEO}&episode=${first?.id}`);
      return [answer.status, await answer.text()];
    };

    upstream.broken.add("/app-api/cartoon/lookOk");
    expect(await status(member)).toEqual([200, '{"preview":null}']);
    expect((await status(guest))[0]).toBe(503);
    expect((await status(buyer))[0]).toBe(503);
    upstream.broken.clear();
    upstream.broken.add("/app-api/member/getEntityByCode");
    expect(await status(buyer)).toEqual([200, '{"preview":null}']);
    expect((await status(guest))[0]).toBe(503);
    expect((await status(member))[0]).toBe(503);
  });

  test("because the session has ended, the same applies", async () => {
    const visitor = await vip();
    const [first] = await open(visitor);
    await db().delete(tokens);
    expect((await visitor.request(first?.address ?? "")).status).toBe(503);
  });
});

describe("if the operator has set no preview limit", () => {
  test.each([0, -5])(
    "(%i seconds) all visitors see everything, and none is registered for it",
    async (seconds) => {
      await withPreview(db(), seconds, async () => {
        await using site = await startSite(running.upstream.forSite);
        const visitor = site.visit();
        const [first] = await open(visitor);
        const before = await memberCount();
        expect(await lengths(visitor, first?.address ?? "")).toEqual(whole(180));
        expect(await access(visitor, VIDEO, first?.id)).toEqual({ preview: null, open: true });
        expect(await memberCount()).toBe(before);
      });
    },
  );
});

describe("a preview's playlist cached for unregistered visitors", () => {
  const address = `/stream/${VIDEO}/0/0/index.m3u8`;
  let now = Date.now();
  /** Looks every six seconds of a fake clock, so that a slow machine changes nothing. */
  const within30s = async (look: () => Promise<boolean>) => {
    now = Math.max(now, Date.now());
    for (let looks = 0; looks < 5; looks += 1) {
      now += 6_000;
      vi.spyOn(Date, "now").mockReturnValue(now);
      // `look` starts a revalidation, which ends when the upstream has answered
      if (await vi.waitUntil(look, looks < 4 ? 400 : 30_000).catch(() => false)) return;
    }
    throw new Error("it does not show");
  };
  afterEach(() => void vi.restoreAllMocks());
  /** Only cached answers have an ETag. */
  const isKept = (answer: Response) => answer.headers.has("etag");
  const keptAt = (path: string, site = running.site) =>
    vi.waitUntil(async () => {
      const answer = await site.visit().request(path);
      const text = await answer.text();
      return isKept(answer) && { answer, text };
    }, 30_000);
  const own = async () => {
    const upstream = await startRecordingUpstream(running.upstream.url);
    const site = await startSite({ ...running.upstream.forSite, url: upstream.url });
    return disposable({
      upstream,
      site,
      stop: async () => {
        await site.stop();
        await upstream.stop();
      },
    });
  };

  test("is rendered once, with every quality's, and equals one rendered for its viewer", async () => {
    const made = await running.site.visit().request(`${address}?made-for=one`);
    await using behind = await own();
    const { upstream, site } = behind;
    const kept = await keptAt(address, site);
    const of = ({ headers }: Response) =>
      ["cache-control", "content-type", "x-full-seconds"].map((name) => headers.get(name));
    expect(of(kept.answer)).toEqual(of(made));
    expect(kept.text).toBe(await made.text());
    const variants = addressesIn(kept.text);
    for (const variant of variants) {
      expect(secondsOf((await keptAt(variant, site)).text)).toBe(16);
    }
    const calls = upstream.total();
    const visits = Array.from({ length: 100 }, () => site.visit());
    const texts = await Promise.all(visits.map((visitor) => visitor.read(address)));
    expect(new Set(texts)).toEqual(new Set([kept.text]));
    for (const variant of variants) await site.visit().read(variant);
    expect(upstream.total()).toBe(calls);
    // each visitor is a different device
    expect(new Set(visits.map(({ cookies }) => cookies.get("newcomer"))).size).toBe(100);
  });

  test("contains nothing about a viewer, nor the site's or the upstream's address", async () => {
    const guest = running.site.visit();
    const code = await codeOf(guest);
    await guest.read(address);
    const { text } = await keptAt(address);
    const all = [
      text,
      ...(await Promise.all(addressesIn(text).map(async (one) => (await keptAt(one)).text))),
    ];
    for (const playlist of all) {
      const cookies = [...guest.cookies.values()].filter((value) => value.length > 8);
      for (const mine of [
        code,
        "own.",
        "site.test",
        "site.invalid",
        running.upstream.url,
        ...cookies,
      ]) {
        expect(playlist).not.toContain(mine);
      }
    }
  });

  test("is never served to members or guests: with a purchase or VIP they see all of it, at once", async () => {
    await keptAt(address);
    const [member, buyer] = [await vip(), running.site.visit()];
    await giveCoins(db(), await codeOf(buyer), 2);
    const [first] = await open(buyer);
    expect(isKept(await buyer.request(address))).toBe(false);
    expect(await lengths(buyer, address)).toEqual([16, 16, 16]);
    await sendForm(buyer, `/videoinfo.data?id=${VIDEO}`, {
      intent: "buy",
      episode: String(first?.id),
    });
    for (const visitor of [member, buyer]) {
      expect(isKept(await visitor.request(address))).toBe(false);
      expect(await lengths(visitor, address)).toEqual(whole(180));
    }
    // their playlists are not cached for others
    expect(secondsOf((await keptAt(addressesIn((await keptAt(address)).text)[0] ?? "")).text)).toBe(
      16,
    );
    expect(await lengths(running.site.visit(), address)).toEqual([16, 16, 16]);
  });

  test("is not served after a sign-out, whose session must be reported as ended", async () => {
    await keptAt(address);
    const visitor = await vip();
    await db().delete(tokens);
    expect((await visitor.request(address)).status).toBe(503);
    await visitor.read("/member");
    expect((await visitor.request(address)).status).toBe(503);
  });

  test("leads to no later segment, however it is requested, and its addresses cannot be forged", async () => {
    const { text } = await keptAt(address);
    const [variant = ""] = addressesIn(text);
    const playlist = (await keptAt(variant)).text;
    const visitor = running.site.visit();
    for (const changed of [
      variant.replace(/stream\/.{8}/, "stream/AAAAAAAA"),
      variant.replace("/stream/", "/stream/own."),
    ]) {
      expect((await visitor.request(changed)).status).toBe(403);
    }
    const ranged = await visitor.request(variant, { headers: { range: "bytes=0-9" } });
    expect([isKept(ranged), await ranged.text()]).toEqual([false, playlist]);
    for (const segment of addressesIn(playlist)) {
      const { length } = await piece(visitor, segment);
      const headers = { range: `bytes=${length}-` };
      expect((await visitor.request(segment, { headers })).status).toBe(416);
    }
  });

  test("is never a whole episode: without a preview limit nothing is cached, and a new limit applies at once", async () => {
    await using behind = await own();
    const { site } = behind;
    await withPreview(db(), 0, async () => {
      for (let visit = 0; visit < 3; visit += 1) {
        const answer = await site.visit().request(address);
        expect(isKept(answer)).toBe(false);
        const [variant = ""] = addressesIn(await answer.text());
        expect(isKept(await site.visit().request(variant))).toBe(false);
        expect(secondsOf(await site.visit().read(variant))).toBe(180);
      }
    });
    await within30s(async () => (await lengths(site.visit(), address))[0] === 16);
    await keptAt(address, site);
    await withPreview(db(), 0, async () => {
      await within30s(async () => (await lengths(site.visit(), address))[0] === 180);
      expect(isKept(await site.visit().request(address))).toBe(false);
    });
  });

  test("disappears when its video is taken down or moved to the hidden section", async () => {
    const set = (change: Partial<typeof videos.$inferInsert>) =>
      db().update(videos).set(change).where(eq(videos.code, VIDEO));
    const [before] = await db().select().from(videos).where(eq(videos.code, VIDEO));
    const changes = [
      [{ withdrawn: true }, { withdrawn: false }],
      [{ categoryCode: "4201" }, { categoryCode: before?.categoryCode }],
    ] as const;
    for (const [hide, show] of changes) {
      await using behind = await own();
      const { site } = behind;
      for (const path of [address, `/videoinfo?id=${VIDEO}`]) await keptAt(path, site);
      await set(hide);
      onTestFinished(async () => void (await set(show)));
      for (const gone of [address, `/videoinfo?id=${VIDEO}`]) {
        await within30s(async () => (await site.visit().request(gone)).status === 404);
      }
      await set(show);
    }
  });
});
