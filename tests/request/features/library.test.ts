import { describe, expect, onTestFinished, test, vi } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();

async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  return { ...visitor, member: memberOf(running.upstream.db, code) };
}

/** The names on the cards or rows of a page, in order. */
const names = (html: string) =>
  [...html.matchAll(/<a[^>]*href="\/videoinfo\?id=\d+"[^>]*>(.*?)<\/a>/g)].map(([, card]) =>
    (/class="[^"]*_name_[^"]*">([^<]+)</.exec(card ?? "")?.[1] ?? "").replaceAll("&amp;", "&"),
  );

const nextPage = (html: string) =>
  /href="([^"]+)"/
    .exec(/<a[^>]*rel="next"[^>]*>/.exec(html)?.[0] ?? "")?.[1]
    ?.replaceAll("&amp;", "&");

describe("favourites", () => {
  test("are on the page, latest first, with a control to clear them", async () => {
    const visitor = await visit();
    const kept = await visitor.member.keep("favourite", { count: 12 });
    const html = await visitor.read("/collengt");
    expect(names(html)).toEqual(kept);
    expect(html).toContain('aria-label="清空收藏"');
  });

  test("are paged, each once, with the total number", async () => {
    const visitor = await visit();
    const kept = await visitor.member.keep("favourite", { count: 45 });
    const pages: string[][] = [];
    for (let address = "/collengt"; address; ) {
      const html = await visitor.read(address);
      expect(html).toContain("共45部");
      pages.push(names(html));
      address = nextPage(html) ?? "";
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(kept);
  });

  test("a page continues where the previous one ended, even if items were removed meanwhile", async () => {
    const visitor = await visit();
    const kept = await visitor.member.keep("favourite", { count: 30 });
    const first = await visitor.read("/collengt");
    const codes = [...first.matchAll(/href="\/videoinfo\?id=(\d+)"/g)].map(
      ([, code]) => code ?? "",
    );
    for (const code of [codes[0], codes[5], codes[19]]) {
      await sendForm(visitor, "/collengt", { intent: "remove", code: code ?? "" });
    }
    const second = await visitor.read(nextPage(first) ?? "");
    expect(names(second)).toEqual(kept.slice(20));
    expect(second).toContain("共27部");
  });

  test("an empty list says so, and offers nothing to clear", async () => {
    const html = await (await visit()).read("/collengt");
    expect(html).toContain("暂无收藏");
    expect(html).not.toContain("清空收藏");
  });

  test("are cleared without scripts after a confirmation step, and only the member's own", async () => {
    const [visitor, other] = [await visit(), await visit()];
    await visitor.member.keep("favourite", { count: 3 });
    await visitor.member.keep("like", { count: 2 });
    await other.member.keep("favourite", { count: 2 });

    const step = await visitor.read("/collengt?confirm=1");
    for (const text of ["确认清空", "确定要清空所有收藏吗？", "取消", "确定"])
      expect(step).toContain(text);

    const answer = await sendForm(visitor, "/collengt");
    expect(answer.status).toBe(303);
    const after = await visitor.read(answer.headers.get("location") ?? "");
    expect(after).toContain("清除成功");
    expect(after).toContain("暂无收藏");
    expect(await visitor.read("/collengt"), "told once").not.toContain("清除成功");
    expect(await visitor.member.kept("favourite")).toEqual([]);
    expect(await visitor.member.kept("like")).toHaveLength(2);
    expect(await other.member.kept("favourite")).toHaveLength(2);
  });

  test("that could not be cleared are still shown, with an error", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    await visitor.read("/collengt");
    await own.stop();
    const html = await (await sendForm(visitor, "/collengt")).text();
    expect(html).not.toContain("清除成功");
    expect(html).toContain("网络异常，请稍后重试");
  });
});

describe("the browse history", () => {
  test("is newest first, grouped by day, page by page without scripts", async () => {
    const visitor = await visit();
    const kept = await visitor.member.keep("history", { count: 23, hoursApart: 24 });
    const first = await visitor.read("/history");
    expect([...first.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, day]) => day).slice(0, 2)).toEqual([
      "今天",
      "昨天",
    ]);
    expect(first).toMatch(/<h2[^>]*>\d{4}-\d\d-\d\d</);
    const second = await visitor.read(nextPage(first) ?? "");
    const third = await visitor.read(nextPage(second) ?? "");
    expect([first, second, third].flatMap(names)).toEqual(kept);
    expect(nextPage(third)).toBeUndefined();
    expect(third).toContain("没有更多了");
  });

  test("is empty once cleared, and then shows only what is watched afterwards", async () => {
    const visitor = await visit();
    await visitor.member.keep("history", { count: 15 });
    const answer = await sendForm(visitor, "/history");
    const after = await visitor.read(answer.headers.get("location") ?? "");
    expect(after).toContain("历史记录清除成功");
    expect(after).toContain("暂无浏览历史");
    expect(await visitor.read("/rows/history?page=2")).not.toContain("cover");

    // times are stored in whole seconds
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_100 });
    const [watched] = await visitor.member.keep("history", { count: 1, skip: 40 });
    vi.useRealTimers();
    const later = await visitor.read("/history");
    expect(names(later)).toEqual([watched]);
    expect(later).toContain("没有更多了");
  });

  test("of a new visitor is empty", async () => {
    expect(await (await visit()).read("/history")).toContain("暂无浏览历史");
  });
});

test("member pages are not cached", async () => {
  for (const address of ["/collengt", "/collengt.data", "/history", "/history.data"]) {
    const response = await running.site.visit().request(address);
    expect(response.headers.get("cache-control"), address).toBe("private, no-store");
  }
});
