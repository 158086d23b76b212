import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RegisteredDevice, registerDevice } from "../../../tests/support/upstream/device.ts";
import { runCommand } from "../operator/commands.ts";
import { startUpstream, type Upstream } from "../start.ts";

interface Message {
  sendReceive: string;
  messageType: string;
  message: string;
  updateTime: string;
}

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.stop());

const say = (visitor: RegisteredDevice, content: string) =>
  visitor.send("/renren-api/api/chatim/send", { content });
const chat = async (visitor: RegisteredDevice) =>
  (await visitor.get<Message[]>("/renren-api/api/chatim/list")).data;
const operator = (...words: string[]) => runCommand(upstream.db, words);

it("the first message gets one automatic reply, and the operator answers from the command line", async () => {
  const visitor = await registerDevice(upstream, "asking-visitor");
  expect(await chat(visitor)).toEqual([]);
  await Promise.all([say(visitor, "你好"), say(visitor, "在吗")]);
  await say(visitor, "怎么付款？");
  expect(await operator("chat", "list")).toMatch(
    new RegExp(`^${visitor.code}  待回复  .*怎么付款？$`, "m"),
  );
  await operator("chat", "reply", visitor.code, "请打开", "我的页面");
  expect(await operator("chat", "list")).toMatch(new RegExp(`^${visitor.code}  已回复`, "m"));
  const messages = await chat(visitor);
  expect(messages.map(({ sendReceive }) => sendReceive).toSorted()).toEqual(
    ["receive", "receive", "send", "send", "send"].toSorted(),
  );
  expect(messages.at(-1)).toMatchObject({
    sendReceive: "receive",
    messageType: "text",
    message: "请打开 我的页面",
    updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
});

it("a picture can be sent, and is served with its own type", async () => {
  const visitor = await registerDevice(upstream, "showing-visitor");
  const pixels = { width: 30, height: 20, channels: 3, background: "#f60" } as const;
  const png = await sharp({ create: pixels }).png().toBuffer();
  const form = new FormData();
  form.set("file", new File([new Uint8Array(png)], "../../evil.html", { type: "text/html" }));
  const sent = await visitor.send("/renren-api/api/chatim/sendPic", undefined, { raw: form });
  expect(sent).toMatchObject({ code: 0 });
  const [message] = await chat(visitor);
  expect(message?.messageType).toBe("img");
  const picture = await fetch(message?.message ?? "");
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": expect.stringContaining("immutable"),
  });
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 30 });
});

it.each([
  ["no form", () => "{}"],
  ["an empty form", () => new FormData()],
  ["a text as the file", () => formWith("text")],
  ["HTML that calls itself a picture", () => formWith(new File(["<html>"], "a.png"))],
  ["an SVG", () => formWith(new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.svg"))],
  ["a broken picture", () => formWith(new File([new Uint8Array([255, 216, 255, 1])], "a.jpg"))],
  ["9 MB", () => formWith(new File([new Uint8Array(9 * 1024 * 1024)], "a.jpg"))],
])("%s is refused with code 400", async (_name, raw) => {
  const visitor = await registerDevice(upstream, "careless-visitor");
  const path = "/renren-api/api/chatim/sendPic";
  expect(await visitor.send(path, undefined, { raw: raw() })).toMatchObject({
    status: 200,
    code: 400,
  });
});

it("feedback reaches the operator", async () => {
  const visitor = await registerDevice(upstream, "complaining-visitor");
  await visitor.send("/app-api/member/saveEntity", { comment_content: "字体大一点" });
  expect(await operator("feedback", "list")).toContain(`会员 ${visitor.code}：字体大一点`);
});

function formWith(file: File | string): FormData {
  const form = new FormData();
  form.set("file", file);
  return form;
}
