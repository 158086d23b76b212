import { expect, test } from "vitest";
import { z } from "zod";
import { count, list, text } from "../contract/scalars.ts";
import { createCodec } from "./codec.ts";
import { readEnvelope } from "./envelope.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "./errors.ts";

const codec = createCodec({ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) });
const schema = z.object({ name: text, hot: count, tags: list(text) });
const read = (body: unknown, using = codec) =>
  readEnvelope("video.test", typeof body === "string" ? body : JSON.stringify(body), schema, using);

const data = { name: "云海日出", hot: 12, tags: ["山", "海"] };

test.each([
  ["plain data", { code: 0, data }],
  ["encrypted data", { code: "0", data: codec.encrypt(data) }],
  [
    "numbers as text, a list under records",
    { code: 0, data: { name: "云海日出", hot: "12", tags: { records: ["山", "海"] } } },
  ],
])("%s reads the same", (_title, body) => {
  expect(read(body)).toEqual(data);
});

test.each([
  [8000, "expired"],
  ["8000", "expired"],
  ["SYS.0015", "elsewhere"],
  [10040, "elsewhere"],
  ["10040", "elsewhere"],
])("code %s ends the session: %s", (code, reason) => {
  expect(() => read({ code, msg: "x" })).toThrow(expect.objectContaining({ reason }));
  expect(() => read({ code })).toThrow(SessionEndedError);
});

test("any other code is a refusal that carries the upstream's own words", () => {
  expect(() => read({ code: 404, msg: "视频不存在" })).toThrow(
    new UpstreamRefusal("404", "视频不存在"),
  );
});

test.each([
  ["no JSON", "<html>502</html>"],
  ["no code", { data }],
  ["wrong types", { code: 0, data: { name: {}, hot: "many", tags: 1 } }],
  ["a text that is no ciphertext", { code: 0, data: "hello" }],
])("%s is an upstream fault", (_title, body) => {
  expect(() => read(body)).toThrow(UpstreamFault);
});

test("data under another key names the settings to check", () => {
  const other = createCodec({ key: Buffer.alloc(16, 9), iv: Buffer.alloc(16, 2) });
  expect(() => read({ code: 0, data: other.encrypt(data) })).toThrow(
    "video.test: cannot decrypt. Check UPSTREAM_AES_KEY and UPSTREAM_AES_IV.",
  );
});
