import { createCipheriv } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { badFields, count, identifier, list, text } from "../contract/scalars.ts";
import { createCodec } from "./codec.ts";
import { readEnvelope } from "./envelope.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "./errors.ts";

const codec = createCodec({ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) });
const schema = z.object({ name: text, hot: count, tags: list(text) });
const read = (body: unknown, using = codec) =>
  readEnvelope("video.test", typeof body === "string" ? body : JSON.stringify(body), schema, using);

const data = { name: "云海日出", hot: 12, tags: ["山", "海"] };
function encryptText(json: string) {
  const cipher = createCipheriv("aes-128-cbc", Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  cipher.setAutoPadding(!/[\0 ]$/.test(json));
  return cipher.update(json, "utf8", "base64") + cipher.final("base64");
}

test.each([
  ["plain data", { code: 0, data }],
  ["encrypted data", { code: "0", data: codec.encrypt(data) }],
  [
    "numbers as text and a list under `records`",
    { code: 0, data: { name: "云海日出", hot: "12", tags: { records: ["山", "海"] } } },
  ],
])("%s are read", (_title, body) => {
  expect(read(body)).toEqual(data);
});

const plain = JSON.stringify({ code: 0, data });
const cipher = codec.encrypt(data);
const wrap = (text: string, width: number, end: string) =>
  text.replaceAll(new RegExp(`.{${width}}`, "g"), `$&${end}`);
const bytes = Buffer.from(JSON.stringify(data));
const pad = (letter: string) => bytes + letter.repeat(16 - (bytes.length % 16));
const toBase64Url = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_");

test.each<[string, unknown]>([
  ["a byte order mark", `\ufeff${plain}`],
  ["two byte order marks, from two PHP files", `\ufeff\ufeff${plain}`],
  ["line breaks around it", `\r\n\r\n${plain}\n`],
  ["a PHP warning in front", `<br />\n<b>Notice</b>: Undefined {x} in <b>/a.php</b><br />${plain}`],
  ["a debugging panel at the end", `${plain}<script>trace()</script>`],
  ["JSONP", `callback(${plain});`],
  ["base64 in lines of 76", { code: 0, data: wrap(cipher, 76, "\n") }],
  ["base64 in lines of 64 with CRLF", { code: 0, data: wrap(cipher, 64, "\r\n") }],
  ["base64 with spaces", { code: 0, data: ` ${wrap(cipher, 20, " ")} ` }],
  ["base64 without padding", { code: 0, data: cipher.replace(/=+$/, "") }],
  ["base64url", { code: 0, data: toBase64Url(cipher) }],
  ["base64url without padding", { code: 0, data: toBase64Url(cipher).replace(/=+$/, "") }],
  [
    "hexadecimal digits in lines",
    { code: 0, data: wrap(Buffer.from(cipher, "base64").toString("hex"), 60, "\n") },
  ],
  ["padding of zeros", { code: 0, data: encryptText(pad("\0")) }],
  ["padding of spaces", { code: 0, data: encryptText(pad(" ")) }],
  ["a page cache's comment at the end", `${plain}\n<!-- Page generated in 0.01 s -->`],
  ["a byte order mark at the end", `${plain}\ufeff`],
  ["an encrypted byte order mark", { code: 0, data: encryptText(`\ufeff${JSON.stringify(data)}`) }],
  [
    "a list with gaps, as PHP writes it",
    { code: 0, data: { ...data, tags: { 0: "山", 2: "海" } } },
  ],
  [
    "such a list inside an object",
    { code: 0, data: { ...data, tags: { list: { 3: "山", 5: "海" } } } },
  ],
  ["a count with a unit", { code: 0, data: { ...data, hot: "12次" } }],
])("the data is read despite %s", (_title, body) => {
  expect(read(body)).toEqual(data);
});

test("unescaped line breaks in strings are read as spaces", () =>
  expect(read(`{"code":0,"data":{"name":"云海\n日出","hot":12,"tags":[]}}`).name).toBe(
    "云海 日出",
  ));

test.each([[[]], [""], [null], [{}]])("%j is read as an object without fields", (empty) =>
  expect(read({ code: 0, data: empty })).toEqual({ name: "", hot: 0, tags: [] }),
);
test("{} is read as an empty list", () =>
  expect(readEnvelope("x", '{"code":0,"data":{}}', list(text), codec)).toEqual([]));

const ids = z.object({ id: identifier, ids: list(identifier) });
const exact = '{"id":1795432109876543211,"ids":[ 9007199254740993,-9007199254740995,12]}';
test.each([
  ["plain", `{"code":0,"data":${exact}}`],
  ["encrypted", `{"code":0,"data":"${encryptText(exact)}"}`],
])("large integers in %s data stay exact", (_how, body) =>
  expect(readEnvelope("x", body, ids, codec)).toEqual({
    id: "1795432109876543211",
    ids: ["9007199254740993", "-9007199254740995", "12"],
  }),
);
test("digits in strings stay unchanged next to large integers", () => {
  const name = 'a: 12345678901234567890, "b":12345678901234567890]\\';
  const body = `{"code":0,"data":{"name":${JSON.stringify(name)},"hot":1234567890123456.5,"x":9007199254740993}}`;
  expect(read(body)).toEqual({ name, hot: 1234567890123456.5, tags: [] });
});
test.each([
  "0.12345678901234567",
  "-0.00000901902889360213",
  "1e0000000000000000001",
  "1E-00000000000000000",
])("the number %s stays unchanged next to large integers", (number) => {
  const body = `{"code":0,"data":{"hot":${number},"x":9007199254740993,"y":-1000000000000000}}`;
  expect(read(body).hot).toBe(Number(number));
});
test("an object with numeric keys keeps its order", () => {
  const body = '{"code":0,"data":{"name":"\\"7\\":","tags":{"30":"三","2":"二","11":"十一"}}}';
  expect(read(body)).toMatchObject({ name: '"7":', tags: ["三", "二", "十一"] });
});

test.each([
  "bought",
  "已购买",
  "this is a sentence in plain words",
  "abcdefghijklmnopqrstuv",
  "VIDEO_NOT_FOUND_HERE-1",
  "0123456789abcdef0123456789abcdef",
])("the text %j is not taken for ciphertext", (words) =>
  expect(readEnvelope("x", JSON.stringify({ code: 0, data: words }), text, codec)).toBe(words),
);

test.each([
  ["200", ["200"]],
  [200, ["0", "200"]],
  ["SUCCESS", ["SUCCESS"]],
])("code %j means success if the operator says so", (code, successCodes) => {
  const body = JSON.stringify({ code, data });
  expect(readEnvelope("x", body, schema, codec, { successCodes })).toEqual(data);
  expect(() => readEnvelope("x", body, schema, codec)).toThrow(UpstreamRefusal);
});
test("if the operator sets another success code, 0 is a refusal", () =>
  expect(() => readEnvelope("x", plain, schema, codec, { successCodes: ["1"] })).toThrow(
    UpstreamRefusal,
  ));

test("unreadable fields fall back to defaults and are reported, and all others are kept", () => {
  const issues: string[] = [];
  const listen = (message: unknown) => issues.push((message as { issue: string }).issue);
  badFields.subscribe(listen);
  expect(read({ code: 0, data: { name: [], hot: "many", tags: ["山"] } })).toEqual({
    name: "",
    hot: 0,
    tags: ["山"],
  });
  badFields.unsubscribe(listen);
  expect(issues.join()).toMatch(/name.*hot/s);
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

test("any other code is a refusal with the upstream's own message", () => {
  expect(() => read({ code: 404, msg: "视频不存在" })).toThrow(
    new UpstreamRefusal("404", "视频不存在"),
  );
});

test.each([
  ["no JSON", "<html>502</html>"],
  ["no code", { data }],
  ["no object", { code: 0, data: 7 }],
  ["a list where an object should be", { code: 0, data: [data] }],
  ["a string that is not ciphertext", { code: 0, data: "hello" }],
])("%s is an upstream fault", (_title, body) => {
  expect(() => read(body)).toThrow(UpstreamFault);
});

test("if data is encrypted with another key, the fault names the settings to check", () => {
  const other = createCodec({ key: Buffer.alloc(16, 9), iv: Buffer.alloc(16, 2) });
  expect(() => read({ code: 0, data: other.encrypt(data) })).toThrow(
    "video.test: cannot decrypt. Check UPSTREAM_AES_KEY and UPSTREAM_AES_IV.",
  );
});
