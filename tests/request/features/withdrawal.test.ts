import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { withdrawals } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { photo, sendForm, uploadPicture } from "../../support/members/forms.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

/** A member with 60 yuan to withdraw. */
async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  const { db } = running.upstream;
  await db.update(members).set({ balance: 6_000 }).where(eq(members.code, code));
  const made = async () => {
    const rows = await db
      .select()
      .from(withdrawals)
      .innerJoin(members, eq(members.id, withdrawals.memberId))
      .where(eq(members.code, code));
    return rows.map((row) => row.withdrawals);
  };
  return { ...visitor, made };
}

const checked = (html: string) =>
  /<input type="radio"[^>]*checked[^>]*>/.exec(html)?.[0].match(/value="(\w+)"/)?.[1];

test("the page has everything that a withdrawal needs", async () => {
  const html = await (await visit()).read("/tx");
  for (const part of ["申请提现", "可提现金额：0", "提现金额", "收款码", "微信", "支付宝"]) {
    expect(html).toContain(part);
  }
  expect(html).toContain('href="/order?index=2"');
  expect(checked(html)).toBe("wx");
});

describe("a withdrawal", () => {
  test.each(["", "0", "0.00", "-5", "abc", "1e2"])(
    "of %o is not sent: 请输入金额",
    async (amount) => {
      const visitor = await visit();
      const answer = await sendForm(visitor, "/tx", { amount, code: "", method: "zfb" });
      const html = await answer.text();
      expect(html).toMatch(/aria-invalid="true"/);
      expect(html).toContain("请输入金额</p>");
      expect(html).not.toContain("请上传收款码<");
      expect(checked(html)).toBe("zfb");
      expect(await visitor.made()).toEqual([]);
    },
  );

  test("a forged request without fields gets the form's error", async () => {
    expect(await (await sendForm(await visit(), "/tx", { x: "1" })).text()).toContain(
      "请输入金额</p>",
    );
  });

  test("with a code is made, and the upstream's message is shown once", async () => {
    const visitor = await visit();
    const reference = await uploadPicture(visitor, "code", await photo());
    const fields = { amount: "50", code: reference, method: "zfb" };
    const answer = await sendForm(visitor, "/tx", fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/tx"]);
    expect(await visitor.read("/tx")).toContain("提现申请已提交，请等待审核");
    expect(await visitor.read("/tx")).not.toContain("提现申请已提交");
    expect(await visitor.made()).toMatchObject([{ amount: 50, method: "zfb" }]);
    expect((await visitor.made())[0]?.codeImage).toContain("/uploads/");
    expect(await visitor.read("/order?index=2")).toContain("提现到支付宝（审核中）");
  });

  test("is made once by a double tap, and both taps get an answer", async () => {
    const visitor = await visit();
    const reference = await uploadPicture(visitor, "code", await photo());
    const fields = { amount: "20", code: reference, method: "wx" };
    const answers = await Promise.all([
      sendForm(visitor, "/tx.data", fields),
      sendForm(visitor, "/tx.data", fields),
    ]);
    for (const answer of answers) expect(await answer.text()).toContain("提现申请已提交");
    expect(await visitor.made()).toHaveLength(1);
  });

  test.each(["", "made up", "https://example.com/code.png"])(
    "with the code %o gets a warning, is sent without a code, and the upstream decides",
    async (code) => {
      const visitor = await visit();
      const html = await (await sendForm(visitor, "/tx", { amount: "50", code })).text();
      expect(html).toMatch(/role="alert"[^>]*>(<svg.*?<\/svg>)?请上传收款码</);
      expect(html.match(/请上传收款码</g)).toHaveLength(2);
      expect(await visitor.made()).toEqual([]);
    },
  );

  test("above the balance gets the upstream's message, and keeps the form's values", async () => {
    const visitor = await visit();
    const reference = await uploadPicture(visitor, "code", await photo());
    const html = await (
      await sendForm(visitor, "/tx", { amount: "61", code: reference, method: "nonsense" })
    ).text();
    expect(html).toContain("可提现金额为60元，暂时无法提现");
    expect(html).toMatch(/name="amount"[^>]*value="61"/);
    expect(checked(html)).toBe("wx");
  });
});
