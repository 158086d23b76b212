import { expect, test } from "vitest";
import { createSealer } from "../secrets/seal.ts";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { createTickets, type Holder, isForReceiver, type Ticket } from "./tickets.ts";

const sealer = createSealer(["s".repeat(32)]);
const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const clock = { now: NOW };
const origins = createUpstreamOrigins(["http://10.0.0.7:9000"], () => false);
const tickets = createTickets(sealer, origins, () => clock.now);

const url = "http://10.0.0.7:9000/media/sea/movie.mp4";
const until = NOW + HOUR;
const preview: Ticket = { kind: "media", url, until, grant: { preview: 15 } };
const owned: Ticket = { kind: "playlist", url, until, grant: { preview: null, member: "1" } };
const holder: Holder = { device: "phone", memberCode: "1" };

/** Opens a path's sealed part. */
function open(path: string, by: Holder = holder, now = NOW) {
  clock.now = now;
  const [, , sealed = ""] = path.split("/");
  return tickets.open(sealed, by);
}

test("an opened ticket equals the sealed one, with its grant and byte range", () => {
  expect(open(tickets.path(owned, "phone"))).toEqual(owned);
  const part = { ...preview, bytes: { start: 800, end: 1_800 } };
  expect(open(tickets.path(part, undefined))).toEqual({ ...part, grant: { preview: 15 } });
  expect(tickets.path(owned, "phone")).toMatch(/^\/stream\/own\.[\w-]+\/index\.m3u8$/);
  expect(tickets.path(part, undefined)).toMatch(/^\/stream\/[\w-]+\/media\.mp4$/);
  expect(tickets.path(part, undefined, ".ts")).toMatch(/^\/stream\/[\w-]+\/media\.ts$/);
});

test("a ticket is valid exactly until its time", () => {
  for (const path of [tickets.path(owned, "phone"), tickets.path(preview, undefined)]) {
    expect(open(path, holder, until)).toBeDefined();
    expect(open(path, holder, until + 1)).toBeUndefined();
  }
});

test("a ticket for one device and one member opens for no other device or member", () => {
  const path = tickets.path(owned, "phone");
  for (const other of [
    { ...holder, device: "another phone" },
    { ...holder, device: "" },
    { ...holder, memberCode: "2" },
    { ...holder, memberCode: undefined },
  ]) {
    expect(open(path, other)).toBeUndefined();
  }
  const stripped = path.replace("own.", "");
  for (const device of ["phone", ""]) expect(open(stripped, { ...holder, device })).toBeUndefined();
});

test("a ticket for everybody is the same for all viewers and opens for all; a member's ticket opens only for that member", () => {
  const path = tickets.path(preview, undefined);
  expect(tickets.path(preview, undefined)).toBe(path);
  expect(open(path, { device: "any", memberCode: undefined })).toMatchObject({ url });
  const shared = tickets.path(owned, undefined);
  expect(open(shared, { ...holder, device: "any" })).toMatchObject({ url });
  expect(open(shared, { ...holder, memberCode: "2" })).toBeUndefined();
});

test("a receiver's ticket has its own prefix, opens for anyone, and cannot be made by renaming another ticket", () => {
  const path = tickets.path({ ...preview, forReceiver: true }, undefined);
  expect(path).toMatch(/^\/stream\/receiver\.[\w-]+\/media\.mp4$/);
  expect(open(path, { device: "any", memberCode: undefined })).toEqual({
    ...preview,
    forReceiver: true,
  });
  expect(open(path, holder, until + 1)).toBeUndefined();
  const common = tickets.path(preview, undefined);
  const bound = tickets.path(owned, "phone");
  for (const renamed of [
    path.replace("receiver.", ""),
    path.replace("receiver.", "own."),
    common.replace("/stream/", "/stream/receiver."),
    bound.replace("own.", "receiver."),
  ]) {
    expect(open(renamed), renamed).toBeUndefined();
  }
});

test("a receiver's address is recognised by its seal, if it has a known file name and no query", () => {
  const isOne = (address: string) => isForReceiver(new URL(address, "http://site.test"), sealer);
  const media = tickets.path({ ...preview, forReceiver: true }, undefined);
  const list = tickets.path({ ...owned, forReceiver: true }, undefined);
  const text = tickets.path({ ...preview, kind: "text", forReceiver: true }, undefined);
  expect([media, list, text].map(isOne)).toEqual([true, true, true]);
  for (const other of [
    tickets.path(preview, undefined),
    tickets.path(owned, "phone"),
    tickets.path(preview, undefined).replace("/stream/", "/stream/receiver."),
    `${list}?_data=root`,
    `${list}.data`,
    media.replace(/mp4$/, "data"),
    `${list}/more`,
    "/stream/receiver./index.m3u8",
    "/stream/receiver.AAAA/index.m3u8",
    "/",
  ]) {
    expect(isOne(other), other).toBe(false);
  }
});

test("a value sealed for another purpose, or forged, is not a ticket", () => {
  const text = JSON.stringify(["m", url, until / 1_000, null, null]);
  expect(open(`/stream/${sealer.sealStable("stream", text)}/media.mp4`)).toBeDefined();
  for (const sealed of [
    sealer.sealStable("image", text),
    sealer.seal("stream", text),
    sealer.sealStable("stream", JSON.stringify(["x", url, until / 1_000, null, null])),
    sealer.sealStable("stream", JSON.stringify(["m", url, until / 1_000, 0, null])),
    "own.",
    "",
  ]) {
    expect(open(`/stream/${sealed}/media.mp4`)).toBeUndefined();
  }
});
