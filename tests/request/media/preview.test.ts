import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { members, tokens } from "../../../server/upstream/db/schema.ts";
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
import { startWatchedUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const db = () => running.upstream.db;

/** Three lines, the second of them a plain file; three minutes, in segments of four seconds. */
const VIDEO = 130_001;
const open = (visitor: Visitor, code = VIDEO) => openVideo(db(), visitor, code);

async function vip() {
  const visitor = running.site.visit();
  await memberOf(db(), await codeOf(visitor)).makeVip();
  return visitor;
}

const lengths = async (visitor: Visitor, address: string) =>
  (await qualities(visitor, address)).map(secondsOf);

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

  test("finds no way to a later segment, whatever address is followed and however it is asked for", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    const seen = new Set<string>();
    const waiting = [first?.address ?? ""];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const [, , sealed] = next.split("/");
      for (const path of [next, `${next}?_HLS_skip=YES&_HLS_msn=9`, `/stream/${sealed}/media`]) {
        const answer = await visitor.request(path, { headers: { range: "bytes=0-" } });
        const type = answer.headers.get("content-type") ?? "";
        if (type.includes("mpegurl")) waiting.push(...addressesIn(await answer.text()));
      }
    }
    // an entry, and three qualities with their playlist, map and four segments
    expect(seen.size).toBe(1 + 3 * (1 + 1 + 4));
  });

  test("gets no byte of a quality's file behind the preview's last segment", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    for (const playlist of await qualities(visitor, first?.address ?? "")) {
      const segments = Array.from(
        playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)$/gm),
        ([, length, offset, address = ""]) => ({ end: Number(offset) + Number(length), address }),
      );
      expect(segments).toHaveLength(4);
      const behind = `bytes=${segments.at(-1)?.end}-${Number(segments.at(-1)?.end) + 99}`;
      for (const { address, end } of segments) {
        const headers = { range: `bytes=${end - 10}-` };
        const rest = await visitor.request(address, { headers });
        expect((await rest.arrayBuffer()).byteLength).toBe(10);
        expect((await visitor.request(address, { headers: { range: behind } })).status).toBe(416);
      }
    }
  });

  test("a new visitor is registered by requesting the stream, and gets the cookie with it", async () => {
    const visitor = running.site.visit();
    const [first] = await open(visitor);
    const before = await memberCount();
    const answer = await visitor.request(first?.address ?? "");
    expect(answer.headers.get("set-cookie")).toContain("visitor=");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [variant = ""] = addressesIn(await answer.text());
    expect(secondsOf(await visitor.read(variant))).toBe(16);
    await codeOf(visitor);
    expect(await memberCount()).toBe(before + 1);
  });

  test("can buy an episode, and the same address then leads to all of it, on every line", async () => {
    const visitor = running.site.visit();
    await giveCoins(db(), await codeOf(visitor), 2);
    const lines = await open(visitor);
    const [first, , third] = lines;
    expect(await lengths(visitor, first?.address ?? "")).toEqual([16, 16, 16]);
    const fields = { intent: "buy", episode: String(first?.id) };
    await sendForm(visitor, `/videoinfo.data?id=${VIDEO}`, fields);
    expect(await lengths(visitor, first?.address ?? "")).toEqual([180, 180, 180]);
    expect(await lengths(visitor, third?.address ?? "")).toEqual([186, 186, 186]);
    expect(await access(visitor, VIDEO, third?.id)).toEqual({ preview: null });

    const [other] = await open(visitor, 130_002).then(([, good]) => [good]);
    expect(await lengths(visitor, other?.address ?? "")).toEqual([16, 16, 16]);
  });
});

test("a VIP member gets all of it, and a preview again when the membership has ended", async () => {
  const visitor = await vip();
  const [first] = await open(visitor);
  expect(await lengths(visitor, first?.address ?? "")).toEqual([180, 180, 180]);
  await memberOf(db(), await codeOf(visitor)).endVip();
  expect(await lengths(visitor, first?.address ?? "")).toEqual([16, 16, 16]);
});

test("a plain file comes whole", async () => {
  const visitor = running.site.visit();
  const [, plain] = await open(visitor);
  expect(plain?.address).toMatch(/\/media$/);
  const answer = await visitor.request(plain?.address ?? "", { headers: { range: "bytes=0-99" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([206, "video/mp4"]);
});

describe("addresses", () => {
  test("of another session are refused, at every step", async () => {
    const [owner, thief] = [await vip(), running.site.visit()];
    await codeOf(thief);
    const [first] = await open(owner);
    const [variant = ""] = addressesIn(await owner.read(first?.address ?? ""));
    const [map = ""] = addressesIn(await owner.read(variant));
    for (const address of [first?.address ?? "", variant, map]) {
      expect((await owner.request(address)).status).toBe(200);
      expect((await thief.request(address)).status).toBe(403);
      expect((await thief.request(address.replace(/stream\/.{8}/, "stream/AAAAAAAA"))).status).toBe(
        403,
      );
    }
  });

  test("that were granted to one member are refused to another on the same device", async () => {
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

describe("the question how much may be watched", () => {
  test("is answered as the stream is", async () => {
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
    "is refused as nonsense: %s",
    async (questions) => {
      expect((await running.site.visit().request(`/access${questions}`)).status).toBe(400);
    },
  );
});

describe("while access is unknown", () => {
  test("because the upstream hangs, nothing opens, and the player is asked to retry", async () => {
    const gate = await startGate(running.upstream.url);
    const site = await startSite(
      { ...running.upstream.forSite, url: gate.url },
      { timeoutMs: 400 },
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
    await site.stop();
    await gate.stop();
  });

  test("because one question has no answer, the other decides where it says yes", async () => {
    const upstream = await startWatchedUpstream(running.upstream.url);
    const site = await startSite({ ...running.upstream.forSite, url: upstream.url });
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
    await site.stop();
    await upstream.stop();
  });

  test("because the session has ended, likewise", async () => {
    const visitor = await vip();
    const [first] = await open(visitor);
    await db().delete(tokens);
    expect((await visitor.request(first?.address ?? "")).status).toBe(503);
  });
});

describe("where the operator has set no preview", () => {
  test.each([0, -5])(
    "(%i seconds) everybody sees everything, and nobody is registered for it",
    async (seconds) => {
      await withPreview(db(), seconds, async () => {
        const site = await startSite(running.upstream.forSite);
        const visitor = site.visit();
        const [first] = await open(visitor);
        const before = await memberCount();
        expect(await lengths(visitor, first?.address ?? "")).toEqual([180, 180, 180]);
        expect(await access(visitor, VIDEO, first?.id)).toEqual({ preview: null, open: true });
        expect(await memberCount()).toBe(before);
        await site.stop();
      });
    },
  );
});
