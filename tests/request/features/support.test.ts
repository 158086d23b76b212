import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { feedbackEntries } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { startRewritingUpstream } from "../../support/servers/rewriting-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();

async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  const operate = (...words: string[]) => runCommand(running.upstream.db, words);
  return { ...visitor, code, operate };
}

async function photo(width: number) {
  const create = { width, height: 900, channels: 3, background: "#357" } as const;
  const bytes = await sharp({ create })
    .withExif({ IFD0: { Artist: "the photographer" } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "IMG_0001.jpg", { type: "image/jpeg" });
}

/** The bubbles of a page, oldest first. */
const bubbles = (html: string) =>
  [...html.matchAll(/hidden">(客服|我)<\/span>.*?<p class="[^"]*text[^"]*">([^<]*)</gs)].map(
    ([, who, text]) => `${who}：${text}`,
  );

describe("feedback", () => {
  test("reaches the operator, and the visitor is thanked", async () => {
    const visitor = await visit();
    const answer = await sendForm(visitor, "/feed", { text: " 希望有更多日落\r\n和极光 " });
    expect(answer.status).toBe(303);
    const html = await visitor.read(answer.headers.get("location") ?? "");
    expect(html).toMatch(/role="status"[^>]*>(<svg.*?<\/svg>)?感谢您的留言</);
    const { db } = running.upstream;
    const rows = await db
      .select({ content: feedbackEntries.content })
      .from(feedbackEntries)
      .innerJoin(members, eq(members.id, feedbackEntries.memberId))
      .where(eq(members.code, visitor.code));
    expect(rows).toEqual([{ content: "希望有更多日落\n和极光" }]);
  });

  test("never counts as a report, whatever it begins with", async () => {
    const visitor = await visit();
    await sendForm(visitor, "/feed", { text: " [举报] [举报]100301 不好看" });
    expect(await visitor.operate("report", "list")).not.toContain(`会员 ${visitor.code}：`);
    expect(await visitor.operate("feedback", "list")).toMatch(/：100301 不好看$/m);
    expect(await (await sendForm(visitor, "/feed", { text: "[举报]" })).text()).toContain(
      "请填写留言",
    );
  });

  test("that is empty or too long is shown again with an error", async () => {
    const visitor = await visit();
    const empty = await (await sendForm(visitor, "/feed", { text: "  " })).text();
    expect(empty).toMatch(/aria-invalid="true"/);
    expect(empty).toMatch(/role="alert"[^>]*>.*?请填写留言</s);
    const long = await (await sendForm(visitor, "/feed", { text: "长".repeat(501) })).text();
    expect(long).toContain("留言不能超过500字");
    expect(long).toContain("长".repeat(501));
  });

  test("that could not be sent is still in the form, to be sent again", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    await visitor.read("/member");
    await own.stop();
    const html = await (await sendForm(visitor, "/feed", { text: "很重要的话" })).text();
    expect(html).toContain("网络异常，请稍后重试");
    expect(html).toContain("很重要的话</textarea>");
  });
});

describe("the chat", () => {
  test("shows both sides' messages, oldest first, as plain text", async () => {
    const visitor = await visit();
    const answer = await sendForm(visitor, "/service", { text: "<b>在吗</b> & 你好" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/service"]);
    await visitor.operate("chat", "reply", visitor.code, "您好，请讲");
    await sendForm(visitor, "/service", { text: "谢谢" });
    const html = await visitor.read("/service");
    const said = bubbles(html);
    expect(said).toHaveLength(4);
    expect(said[0]).toBe("我：&lt;b&gt;在吗&lt;/b&gt; &amp; 你好");
    expect(said.slice(2)).toEqual(["客服：您好，请讲", "我：谢谢"]);
    expect(html).toMatch(/role="log"[^>]*aria-label="聊天记录"/);
    expect(html).toMatch(/<time>今天 \d\d:\d\d<\/time>/);
  });

  test("is private to each member", async () => {
    const [one, other] = [await visit(), await visit()];
    await sendForm(one, "/service", { text: "只给客服看" });
    expect(await other.read("/service")).not.toContain("只给客服看");
  });

  test("accepts pictures, re-encodes them, and serves them from this site", async () => {
    const visitor = await visit();
    const answer = await sendForm(visitor, "/service", { text: "", picture: await photo(2_400) });
    expect(answer.status).toBe(303);
    const html = await visitor.read("/service");
    const address = /<img src="(\/image\/[^"?]+)\?w=360[^"]*" alt="图片消息"/.exec(html)?.[1] ?? "";
    const shown = await visitor.request(`${address}?w=1080`);
    expect(shown.headers.get("content-type")).toMatch(/^image\//);
    for (const query of ["?w=1080", "", "?w=360&public", "?w=360&private=false"]) {
      const answer = await visitor.request(address + query);
      expect([query, answer.headers.get("cache-control")]).toEqual([
        query,
        expect.stringMatching(/^private/),
      ]);
    }
    const large = Buffer.from(await shown.arrayBuffer());
    expect((await sharp(large).metadata()).width).toBe(1_080);
    expect(html).not.toContain(running.upstream.url);
  });

  test("refuses anything but a picture, and a picture that is too large", async () => {
    const visitor = await visit();
    const script = new File(["<script>"], "cat.jpg", { type: "image/jpeg" });
    const refused = await (
      await sendForm(visitor, "/service", { text: "", picture: script })
    ).text();
    expect(refused).toMatch(/role="alert"[^>]*>只能上传 JPG、PNG、GIF 或 WebP 图片</);
    const huge = new File([new Uint8Array(8.5 * 1024 * 1024)], "a.png", { type: "image/png" });
    const large = await (await sendForm(visitor, "/service", { text: "", picture: huge })).text();
    expect(large).toContain("图片不能超过 8 MB");
    expect(await visitor.operate("chat", "show", visitor.code)).toBe("该会员还没有客服消息");
  });

  test("reports a failed upload of a picture before the upstream's message", async () => {
    const { aesKey, aesIv, ...settings } = running.upstream.forSite;
    const codec = createCodec({ key: aesKey, iv: aesIv });
    await using front = await startRewritingUpstream(
      { url: running.upstream.url, codec },
      ({ call, envelope }) => (call === "sendPic" ? { code: 500, msg: "存储节点离线" } : envelope),
    );
    await using site = await startSite({ ...settings, aesKey, aesIv, url: front.url });
    const sent = { text: "", picture: await photo(300) };
    const html = await (await sendForm(site.visit(), "/service", sent)).text();
    expect(html).toMatch(/role="alert"[^>]*>上传失败：存储节点离线</);
  });

  test("requires a text of limited length", async () => {
    const visitor = await visit();
    expect(await (await sendForm(visitor, "/service", { text: " " })).text()).toContain(
      "请输入内容<",
    );
    const long = await (await sendForm(visitor, "/service", { text: "长".repeat(501) })).text();
    expect(long).toContain("内容不能超过500字");
    expect(await visitor.operate("chat", "show", visitor.code)).toBe("该会员还没有客服消息");
  });

  test("needs few bytes for a poll without new messages", async () => {
    const visitor = await visit();
    await sendForm(visitor, "/service", { text: "在吗" });
    const whole = await visitor.read("/service.data?known=");
    const fingerprint = /"(\d+-[0-9a-z]+)"/.exec(whole)?.[1] ?? "";
    const same = await visitor.read(`/service.data?known=${fingerprint}`);
    expect(whole).toContain("在吗");
    expect(same).not.toContain("在吗");
    await visitor.operate("chat", "reply", visitor.code, "在的");
    expect(await visitor.read(`/service.data?known=${fingerprint}`)).toContain("在的");
  });
});

describe("the customer service link", () => {
  test("leads to the chat", async () => {
    const answer = await running.site.visit().request("/chatlink.html");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/service"]);
  });
});

test("pages about the member are not cached", async () => {
  for (const address of ["/feed", "/service", "/service.data", "/service.data?known=1"]) {
    const response = await running.site.visit().request(address);
    expect(response.headers.get("cache-control"), address).toBe("private, no-store");
  }
});
