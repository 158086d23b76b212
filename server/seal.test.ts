import { expect, test } from "vitest";
import { createSealer } from "./seal.ts";

const [first, second] = ["a".repeat(32), "b".repeat(32)];
const text = "http://10.0.0.7:9000/covers/海边.svg";

test("what is sealed opens, and shows nothing of what it holds", () => {
  const sealer = createSealer([first]);
  const sealed = sealer.seal("image", text);
  expect(sealer.open("image", sealed)).toBe(text);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("10.0.0.7");
  expect(sealed).toMatch(/^[\w-]+$/);
});

test("one purpose does not open another's", () => {
  const sealer = createSealer([first]);
  expect(sealer.open("stream", sealer.seal("image", text))).toBeUndefined();
});

test("a stable seal is the same each time, another one never", () => {
  const sealer = createSealer([first]);
  expect(sealer.sealStable("image", text)).toBe(sealer.sealStable("image", text));
  expect(sealer.seal("image", text)).not.toBe(sealer.seal("image", text));
  expect(sealer.sealStable("image", text)).not.toBe(sealer.sealStable("image", `${text}?`));
});

test("after a rotation the old secret still opens, and once it is gone it does not", () => {
  const sealed = createSealer([first]).seal("session", text);
  expect(createSealer([second, first]).open("session", sealed)).toBe(text);
  expect(createSealer([second]).open("session", sealed)).toBeUndefined();
  const renewed = createSealer([second, first]).seal("session", text);
  expect(createSealer([second]).open("session", renewed)).toBe(text);
});

test("anything changed, cut or made up does not open", () => {
  const sealer = createSealer([first]);
  const sealed = sealer.seal("session", text);
  const flipped = `${sealed.slice(0, 20)}${sealed[20] === "A" ? "B" : "A"}${sealed.slice(21)}`;
  for (const forged of ["", "x", flipped, sealed.slice(0, -2), `${sealed}AAAA`, "=".repeat(60)]) {
    expect(sealer.open("session", forged), forged).toBeUndefined();
  }
});
