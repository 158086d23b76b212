import { describe, expect, test } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import type { Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

async function keeper(count: number) {
  const visitor = running.site.visit();
  const member = memberOf(running.upstream.db, await codeOf(visitor));
  const names = await member.keep("favourite", { count });
  const html = await visitor.read("/collengt");
  const codes = [...html.matchAll(/href="\/videoinfo\?id=(\d+)"/g)].map(([, code]) => code ?? "");
  return { visitor, member, names, codes };
}

/** Sends the form as the page's script does. */
function remove(visitor: Visitor, codes: readonly string[]) {
  const fields = [["intent", "remove"], ...codes.map((code) => ["code", code])];
  const body = new URLSearchParams(fields).toString();
  const headers = {
    origin: "http://site.test",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  return visitor.request("/collengt.data", { method: "POST", headers, body });
}

describe("a form with selected favourites", () => {
  test("removes the selected ones, and none of another member's", async () => {
    const [own, other] = [await keeper(4), await keeper(4)];
    const [first = "", , third = ""] = own.codes;
    const answer = await remove(own.visitor, [first, third, "999999"]);
    expect(answer.status).toBe(200);
    const left = await own.member.kept("favourite");
    expect(left.sort()).toEqual([own.names[1], own.names[3]].sort());
    expect(await other.member.kept("favourite")).toHaveLength(4);
  });

  test("removes none when it names none, too many or invalid ones", async () => {
    const { visitor, member } = await keeper(2);
    const many = Array.from({ length: 1_001 }, (_, index) => String(index));
    for (const codes of [[], many, ["x".repeat(41)]]) {
      await remove(visitor, codes);
      expect(await member.kept("favourite")).toHaveLength(2);
    }
  });

  test("removes none when it cannot be parsed", async () => {
    const { visitor, member } = await keeper(2);
    const answer = await visitor.request("/collengt.data", {
      method: "POST",
      headers: {
        origin: "http://site.test",
        "content-type": "multipart/form-data",
        "content-length": "13",
      },
      body: "intent=remove",
    });
    expect(answer.status).toBe(415);
    expect(await member.kept("favourite")).toHaveLength(2);
  });
});
