import { afterAll, beforeAll, expect, it } from "vitest";
import { createCaller, registerDevice } from "../../../tests/support/upstream/device.ts";
import { startUpstream, type Upstream } from "../start.ts";
import { runCommand } from "./commands.ts";

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
beforeAll(async () => {
  upstream = await startUpstream();
  call = createCaller(upstream);
});
afterAll(() => upstream.stop());

const run = (...words: string[]) => runCommand(upstream.db, words);
const detail = (vid: string) => call("/app-api/cartoon/getVideoDetail", { index: 0, vid });

/** The contents of all lists, as one string. */
async function everyList(token: string): Promise<string> {
  const search = { cartoonSonType: "", cartoonType: "", prop: "cartoon_score", title: "" };
  const answers = await Promise.all([
    call("/app-api/cartoon/listIndex"),
    call("/app-api/cartoon/listIndexLike", { currentPage: 1 }),
    call("/app-api/cartoon/listPaging", { currentPage: 1, type: "全部", typeCode: "0" }),
    call("/app-api/cartoon/listPagingBySearch", { ...search, searchKey: "试播", currentPage: 1 }),
    call("/renren-api/api/member/getCollectList", {}, { token }),
  ]);
  return JSON.stringify(answers.map(({ data }) => data));
}

it("a video is added, found, taken down everywhere and put back", async () => {
  const { token } = await registerDevice(upstream, "keeping-visitor");
  const url = "https://cdn.example/1.m3u8";
  const added = await run(
    ...["video", "add", "--title", "试播：第一集", "--category", "10401", "--url", url],
  );
  const code = /\d{6}/.exec(added)?.[0] ?? "";
  const record = { collectCode: code, collectName: "试播", collectAuthor: "", collectImage: "" };
  const numbers = { collectDuration: 1, collectHot: 1, collectType: 2, sortNum: 0, type: 1 };
  await call("/renren-api/api/member/collect", { ...record, ...numbers }, { token });

  expect(await everyList(token)).toContain(code);
  expect(await detail(code)).toMatchObject({
    code: 0,
    data: { srcList: [{ urlList: [{ url }] }] },
  });
  expect(await run("video", "hide", code)).toBe("已下架：试播：第一集");
  expect(await everyList(token)).not.toContain(code);
  expect(await detail(code)).toMatchObject({ code: 404 });
  await run("video", "show", code);
  expect(await everyList(token)).toContain(code);
});

it("a switch is set and takes effect at once", async () => {
  await run("config", "set", "shikan", "33");
  await run("config", "set", "showAd", "off");
  await run("config", "set", "popupContent", "今晚", "维护");
  expect((await call("/app-api/ajax/getConfig")).data).toMatchObject({
    shikan: 33,
    showAd: false,
    popupContent: "今晚 维护",
  });
  expect(await run("config", "list")).toContain("shikan = 33");
});

it.each([
  [["nothing"], "没有这个命令"],
  [["chat"], "没有这个命令"],
  [["__proto__", "x"], "没有这个命令"],
  [["chat", "reply", "1", "x"], "没有会员 1"],
  [["config", "set", "toString", "x"], "没有设置项 toString"],
  [["config", "set", "showAd", "maybe"], "开关应为 on 或 off"],
  [["config", "set", "shikan", "-1"], "试看秒数应为"],
  [["video", "hide", "1e5"], "没有视频 1e5"],
  [["video", "add"], "--title 未填或无效"],
  [["video", "add", "--title", "x", "--category", "104", "--url", "javascript:1"], "--url 未填"],
  [
    ["video", "add", "--title", "x", "--category", "104", "--url", "/a.m3u8"],
    "--category 104 不是",
  ],
  [["video", "add", "--title", "x", "--category", "81", "--url", "/a.m3u8"], "--category 81 不是"],
])("%j is refused with a line that gives the reason", async (words, line) => {
  await expect(run(...words)).rejects.toThrow(line);
});
