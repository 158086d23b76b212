import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { videoCodes } from "../../support/members/pages.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const operator = (...words: string[]) => runCommand(running.upstream.db, words);

const send = (visitor: Visitor, fields: Record<string, string>) =>
  sendForm(visitor, "/report", fields);

describe("a report", () => {
  const code = "100301";
  const title = async () => {
    const html = await running.site.visit().read(`/videoinfo?id=${code}`);
    return /name="own-title" content="([^"]+)"/.exec(html)?.[1] ?? "";
  };

  test("is sent without scripts from its own page, and the operator gets it in one line", async () => {
    const visitor = running.site.visit();
    expect(await visitor.read(`/videoinfo?id=${code}`)).toMatch(
      /<form[^>]*action="\/report"[^>]*>.*?value="100301".*?举报/s,
    );
    const page = await visitor.read(`/report?video=${code}`);
    for (const reason of ["未经本人同意传播", "涉及未成年人", "侵犯版权", "无法播放", "其他"])
      expect(page).toContain(`value="${reason}"`);

    const note = "第三分钟\n  [举报] 100302";
    const answer = await send(visitor, { video: code, reason: "侵犯版权", note });
    expect(answer.status).toBe(303);
    const thanks = await visitor.read(answer.headers.get("location") ?? "");
    expect(thanks).toContain("已收到举报，我们会尽快处理");

    const [line = "", ...others] = (await operator("report", "list")).split("\n");
    expect(line).toContain(
      `[举报] ${code} 《${await title()}》 原因：侵犯版权 说明：第三分钟 [举报] 100302`,
    );
    expect(others).toEqual([]);
    expect(await operator("feedback", "list")).toContain(line);
  });

  test("from the player's link has its reason chosen and says what the player showed", async () => {
    const problem = `线路2：${"长".repeat(300)}`;
    const query = new URLSearchParams({ video: code, problem });
    const page = await running.site.visit().read(`/report?${query}`);
    expect(page.match(/<input[^>]*checked[^>]*>/g)).toEqual([
      expect.stringContaining('value="无法播放"'),
    ]);
    expect(page).toContain(`>${problem.slice(0, 200)}</textarea>`);
  });

  test.each([
    [{ video: code }, "请选择举报原因"],
    [{ video: code, reason: "无聊" }, "请选择举报原因"],
    [{ video: code, reason: "其他", note: "长".repeat(201) }, "补充说明不能超过200个字"],
    [{ video: "99999999", reason: "其他" }, "视频不存在或已下架"],
    [{ video: "../x", reason: "其他" }, "视频不存在或已下架"],
  ])("%j is not sent, and the page says why", async (fields, message) => {
    const before = await operator("report", "list");
    const answer = await send(running.site.visit(), fields as Record<string, string>);
    expect(await answer.text()).toContain(message);
    expect(await operator("report", "list")).toBe(before);
  });

  test("on a video that does not exist has no page", async () => {
    expect(await running.site.visit().read("/report?video=99999999")).toContain(
      "视频不存在或已下架",
    );
  });
});

describe("a video hidden by the operator", () => {
  const item = encodeURIComponent(
    JSON.stringify({ path: "", sonTypeCode: "81,82", code: "34", title: "华语大制作" }),
  );

  /** A new site, which has cached nothing. */
  async function seenOn(path: string): Promise<string[]> {
    await using site = await startSite(running.upstream.forSite);
    const visitor = site.visit();
    const member = /"code":"(\d+)"/.exec(await visitor.read("/member"))?.[1] ?? "";
    const known = memberOf(running.upstream.db, member);
    await known.makeVip();
    if (path === "/collengt") await known.keep("favourite", { count: 2 });
    if (path === "/history") await known.keep("history", { count: 2 });
    await visitor.read(path);
    const codes = videoCodes((await visitor.read(path)).replaceAll("&amp;", "&"));
    return codes;
  }

  test.each([
    ["the home page", "/"],
    ["a tag's list", "/?tag=101"],
    ["the newest", "/?page=2"],
    ["a topic", `/cateInfo?item=${item}`],
    ["the hidden section", "/publish"],
    ["a search", "/sreinfo?type=&sonType=&searchStr=%E6%B5%B7&title=%E6%90%9C%E7%B4%A2"],
    ["what is recommended beside a video", "/videoinfo?id=100305"],
    ["the favourites", "/collengt"],
    ["the history", "/history"],
  ])("is no longer on %s, and its page says so", async (_name, path) => {
    const [first = "", ...others] = await seenOn(path);
    // one video of each part of the home page: featured, ranking, newest
    const chosen = path === "/" ? [first, others[8] ?? "", others.at(-1) ?? ""] : [first];
    for (const code of chosen) expect(code).toMatch(/^\d+$/);
    for (const code of chosen) {
      await operator("video", "hide", code);
      onTestFinished(async () => void (await operator("video", "show", code)));
    }

    const after = await seenOn(path);
    expect(after.length).toBeGreaterThan(0);
    for (const code of chosen) {
      expect(after).not.toContain(code);
      await using fresh = await startSite(running.upstream.forSite);
      const page = await fresh.visit().request(`/videoinfo?id=${code}`);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain("视频不存在或已下架");
    }
  });
});
