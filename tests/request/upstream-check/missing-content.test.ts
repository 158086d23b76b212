import { expect, test } from "vitest";
import type { CallName } from "../../../server/upstream-check/steps.ts";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import {
  check,
  checkSettings,
  streamedFrom,
  type WireData,
  withRewrittenAnswers,
  withRewrittenCall,
} from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

test.each<
  [string, string, (data: WireData & WireData[]) => unknown, string, string | undefined, RegExp]
>([
  [
    "an empty list",
    "listIndexLike",
    () => ({ distinctNameList: [] }),
    "empty",
    undefined,
    /^video\.featured .*上游没有给出内容/,
  ],
  [
    "a list of which nothing can be read",
    "listPaging",
    () => [{ cartoonCode: null }, 1],
    "empty",
    undefined,
    /^video\.byTag .*2 条都读不出/,
  ],
  ["a tree that is none", "listLeftType", () => true, "shape", undefined, /data/],
  [
    "topics under other codes",
    "selectSubjectMovies",
    () => [],
    "topics",
    "TOPICS_FILE",
    /超清无码（30）/,
  ],
  [
    "a cover that is not there",
    "listIndex",
    (data) => ({
      ...data,
      rankList: [{ cartoonCode: "100001", cartoonImage: `${running.upstream.url}/none.svg` }],
    }),
    "picture",
    undefined,
    /HTTP 404/,
  ],
  [
    "a cover without an address",
    "listIndex",
    (data) => ({ ...data, rankList: [{ cartoonCode: "100001" }] }),
    "picture",
    undefined,
    /没有地址/,
  ],
  [
    "a stream on a server that is not named",
    "getVideoDetail",
    (data) => streamedFrom(data, "http://127.0.0.1:9/a.m3u8"),
    "stream",
    "MEDIA_ORIGINS",
    /http:\/\/127\.0\.0\.1:9/,
  ],
  [
    "a stream of which no preview can be cut",
    "getVideoDetail",
    (data) => streamedFrom(data, `${running.upstream.url}/covers/aurora-1.svg`),
    "stream",
    undefined,
    /剪不出试看的普通文件/,
  ],
  [
    "a stream that is missing",
    "getVideoDetail",
    (data) => streamedFrom(data, `${running.upstream.url}/none.m3u8`),
    "stream",
    undefined,
    /HTTP 404/,
  ],
])("%s", async (_what, call, change, kind, setting, message) => {
  await using front = await withRewrittenCall(running.upstream, call, change);
  const { causes, verdict } = await check(checkSettings(running.upstream, front.url));
  expect(verdict).toBe(1);
  expect(causes.map(({ cause }) => cause.kind)).toEqual([kind]);
  expect(causes[0]?.cause.message).toMatch(message);
  expect(causes[0]?.cause.setting).toBe(setting);
});

test("a refusal is shown with its message, without terminal control characters", async () => {
  const refusal = { code: "5\u001b", msg: "\u001b[2J坏了" };
  await using front = await withRewrittenAnswers(running.upstream, ({ call, envelope }) =>
    call === "getGoodsLists" ? refusal : envelope,
  );
  const { causes, verdict } = await check(checkSettings(running.upstream, front.url));
  expect(verdict).toBe(1);
  expect(causes).toMatchObject([
    {
      cause: { kind: "refused", message: "上游拒绝，代码 5 ： [2J坏了" },
      calls: ["wallet.goods"],
    },
  ]);
});

test("repaired and dropped values are counted with one example, but members' values are not shown", async () => {
  await using front = await withRewrittenAnswers(running.upstream, ({ call, envelope }) => {
    const data = envelope.data as WireData;
    if (call === "listIndexLike") {
      const [first, second, ...rest] = data.distinctNameList as WireData[];
      const strange = rest.map((one) => ({ ...one, cartoonHot: "12", cartoonVip: null }));
      return {
        ...envelope,
        data: {
          distinctNameList: [
            { ...first, cartoonCode: "" },
            { ...second, cartoonHot: "many" },
            ...strange,
          ],
        },
      };
    }
    if (call === "auto-register") return { ...envelope, data: { ...data, memberCion: "12345" } };
    return envelope;
  });
  const { calls, verdict } = await check(checkSettings(running.upstream, front.url));
  expect(verdict).toBe(1);
  const of = (name: CallName) => calls.find(({ call }) => call === name);
  const featured = of("video.featured");
  expect(featured?.dropped).toMatchObject({
    times: 1,
    example: expect.stringContaining("must not be empty"),
  });
  const times = featured?.repairs[1]?.times ?? 0;
  expect(times).toBeGreaterThan(2);
  expect(featured?.repairs).toEqual([
    {
      field: "distinctNameList[].cartoonHot",
      came: '"many"',
      taken: "0（读不出，当作没有）",
      times: 1,
    },
    { field: "distinctNameList[].cartoonVip", came: "null", taken: "false", times },
    { field: "distinctNameList[].cartoonHot", came: '"12"', taken: "12", times },
  ]);
  expect(of("member.registerGuest")?.repairs).toEqual([
    { field: "memberCion", came: "string", taken: "number", times: 1 },
  ]);
});
