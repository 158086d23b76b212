import { expect, test } from "vitest";
import { createSealer } from "./seal.ts";

const [first, second] = ["a".repeat(32), "b".repeat(32)];
const text = "http://10.0.0.7:9000/covers/海边.svg";

test("a sealed value opens, and its text is unreadable", () => {
  const sealer = createSealer([first]);
  const sealed = sealer.seal("image", text);
  expect(sealer.open("image", sealed)).toBe(text);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("10.0.0.7");
  expect(sealed).toMatch(/^[\w-]+$/);
});

test("a value sealed for one purpose does not open for another", () => {
  const sealer = createSealer([first]);
  expect(sealer.open("stream", sealer.seal("image", text))).toBeUndefined();
});

test("a stable seal is the same each time, an ordinary one is different each time", () => {
  const sealer = createSealer([first]);
  expect(sealer.sealStable("image", text)).toBe(sealer.sealStable("image", text));
  expect(sealer.seal("image", text)).not.toBe(sealer.seal("image", text));
  expect(sealer.sealStable("image", text)).not.toBe(sealer.sealStable("image", `${text}?`));
  expect(sealer.openStable("image", sealer.sealStable("image", text))).toBe(text);
  // must not change: browsers and caches still have addresses sealed by earlier versions
  expect(sealer.sealStable("image", text)).toBe(
    "8LlIS0mPyNFxyIAPD8mwkHoIqYd3E1AnSwW2XQRT0eUmygJAP3gxi33-pKbZoAyDCWFdmqJG",
  );
});

test("a stable seal opens only for its holder and purpose, and reveals neither holder nor text", () => {
  const sealer = createSealer([first]);
  const sealed = sealer.sealStable("stream", text, "device-1");
  expect(sealed).not.toBe(sealer.sealStable("stream", text, "device-2"));
  expect(sealer.openStable("stream", sealed, "device-1")).toBe(text);
  for (const holder of ["device-2", "", "device-1h"])
    expect(sealer.openStable("stream", sealed, holder), holder).toBeUndefined();
  expect(sealer.openStable("image", sealed, "device-1")).toBeUndefined();
  expect(sealer.open("stream", sealed)).toBeUndefined();
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toMatch(/device|10\.0\.0\.7/);
});

test("a stable seal adds sixteen bytes, and opens as long as its secret is listed", () => {
  const sealed = createSealer([first]).sealStable("image", text);
  expect(Buffer.from(sealed, "base64url").length).toBe(Buffer.byteLength(text) + 16);
  expect(createSealer([second, first]).openStable("image", sealed)).toBe(text);
  expect(createSealer([second]).openStable("image", sealed)).toBeUndefined();
});

test("after a rotation, the old secret still opens its seals until it is removed", () => {
  const sealed = createSealer([first]).seal("session", text);
  expect(createSealer([second, first]).open("session", sealed)).toBe(text);
  expect(createSealer([second]).open("session", sealed)).toBeUndefined();
  const renewed = createSealer([second, first]).seal("session", text);
  expect(createSealer([second]).open("session", renewed)).toBe(text);
});

test("a changed, truncated or forged seal does not open", () => {
  const sealer = createSealer([first]);
  const sealed = sealer.seal("session", text);
  const flipped = `${sealed.slice(0, 20)}${sealed[20] === "A" ? "B" : "A"}${sealed.slice(21)}`;
  for (const forged of ["", "x", flipped, sealed.slice(0, -2), `${sealed}AAAA`, "=".repeat(60)]) {
    expect(sealer.open("session", forged), forged).toBeUndefined();
  }
  const stable = Buffer.from(sealer.sealStable("image", text), "base64url");
  for (let place = 0; place < stable.length; place += 1) {
    const forged = Buffer.from(stable);
    forged.writeUInt8(forged.readUInt8(place) ^ 1, place);
    expect(sealer.openStable("image", forged.toString("base64url")), `${place}`).toBeUndefined();
  }
  for (const forged of ["", "x", stable.subarray(0, -1).toString("base64url"), "=".repeat(60)])
    expect(sealer.openStable("image", forged), forged).toBeUndefined();
});

test("a seal cannot be turned into one of another holder and text, even by someone who knows the text", () => {
  const sealer = createSealer([first]);
  const data = Buffer.from(sealer.sealStable("stream", text, "device-1"), "base64url");
  const [nonce, body] = [data.subarray(0, 16), data.subarray(16)];
  const known = Buffer.from(text);
  const keystream = body.map((byte, place) => byte ^ (known[place] ?? 0));
  const shifted = known.subarray(1).map((byte, place) => byte ^ (keystream[place] ?? 0));
  const forged = Buffer.concat([nonce, shifted]).toString("base64url");
  expect(sealer.openStable("stream", forged, `device-1${text[0]}`)).toBeUndefined();
});

test("a stable seal protects bytes: other bytes that decode to the same text do not open", () => {
  const sealer = createSealer([first]);
  const data = Buffer.from(sealer.sealStable("image", "a\uFFFDb"), "base64url");
  const [replaced, cut] = [Buffer.from([0xef, 0xbf, 0xbd]), Buffer.from([0xf0, 0x90, 0x80])];
  for (const [index, byte] of replaced.entries()) {
    const at = 16 + 1 + index;
    data.writeUInt8(data.readUInt8(at) ^ byte ^ cut.readUInt8(index), at);
  }
  expect(sealer.openStable("image", data.toString("base64url"))).toBeUndefined();
});

test("a thousand seals under one key have different nonces", () => {
  const sealer = createSealer([first]);
  const nonces = Array.from({ length: 1_000 }, () => sealer.seal("session", text).slice(0, 16));
  expect(new Set(nonces).size).toBe(1_000);
});
