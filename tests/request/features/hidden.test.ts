import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { hiddenVideos, memberOf } from "../../support/members/members.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
let names: string[];
let codes: Set<string>;
beforeAll(async () => {
  const hidden = await hiddenVideos(running.upstream.db);
  names = [...new Set(hidden.map(({ title }) => title))];
  codes = new Set(hidden.map(({ code }) => String(code)));
});

async function vip() {
  const visitor = running.site.visit();
  await memberOf(running.upstream.db, await codeOf(visitor)).makeVip();
  return visitor;
}

const namesIn = (text: string) => names.filter((name) => text.includes(name));

/** All addresses of the section. */
const addresses = [
  "/publish",
  "/publish.data",
  "/publish?shelf=4201&batch=2",
  "/rows/hidden?shelf=4201&page=2",
  "/sreinfo?type=42&sonType=&searchStr=&title=%E6%9A%97%E7%BD%91",
  "/rows/results?type=42&sonType=&searchStr=&title=%E6%9A%97%E7%BD%91",
];

test("the upstream has a hidden section", () => {
  expect(names.length).toBeGreaterThan(10);
});

describe("a member without access", () => {
  test("gets the gate with its two links out", async () => {
    const visitor = running.site.visit();
    await codeOf(visitor);
    const html = await visitor.read("/publish");
    expect(html).toContain("该内容仅对少数用户开放");
    expect(html).toMatch(/<a[^>]*href="\/vip"[^>]*>.*?会员解锁<\/a>/);
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>点击离开<\/a>/);
  });

  test("gets no hidden video's name from any address, also after VIP members' requests", async () => {
    const [member, guest] = [await vip(), running.site.visit()];
    await member.read("/publish");
    await guest.read("/publish");
    for (const address of addresses) {
      expect(namesIn(await guest.read(address)), address).toEqual([]);
    }
  });

  test("finds no hidden video in public lists", async () => {
    const guest = running.site.visit();
    const searched = names.slice(0, 3).map((name) => `/sreinfo?searchStr=${name}&title=search`);
    for (const address of ["/", "/?page=2", ...searched]) {
      const html = await guest.read(address);
      const shown = [...html.matchAll(/videoinfo\?id=(\d+)/g)].map(([, code]) => code ?? "");
      expect(
        shown.filter((code) => codes.has(code)),
        address,
      ).toEqual([]);
    }
  });
});

describe("a VIP member", () => {
  test("gets the shelves, each with its name, a link to its list and a button for another batch", async () => {
    const html = await (await vip()).read("/publish");
    expect(namesIn(html).length).toBeGreaterThan(5);
    expect(html).not.toContain("该内容仅对少数用户开放");
    const shelves = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, name]) => name);
    expect(shelves.length).toBeGreaterThan(1);
    const more = html.match(/\/sreinfo\?type=42&amp;sonType=\w+&amp;searchStr=&amp;title=[%\w]+/g);
    expect(more).toHaveLength(shelves.length);
    expect(html.match(/换一批/g)).toHaveLength(shelves.length);
  });

  test("gets another batch of one shelf without scripts, and the others stay", async () => {
    const member = await vip();
    const shelves = (html: string) =>
      html.split("<section").map((part) => part.match(/videoinfo\?id=\d+/g)?.join() ?? "");
    const html = await member.read("/publish");
    const shelf = /name="shelf" value="([^"]+)"/.exec(html)?.[1];
    const other = await member.read(`/publish?shelf=${shelf}&batch=2`);
    const [before, after] = [shelves(html), shelves(other)];
    expect(after).toHaveLength(before.length);
    expect(after.filter((part, index) => part !== before[index])).toHaveLength(1);
    expect(other).toContain('name="batch" value="3"');
  });

  test("loses access when the membership ends", async () => {
    const member = await vip();
    expect(namesIn(await member.read("/publish"))).not.toEqual([]);
    await memberOf(running.upstream.db, await codeOf(member)).endVip();
    expect(namesIn(await member.read("/publish"))).toEqual([]);
  });
});

test("the hidden section's response must not be cached", async () => {
  for (const address of ["/publish", "/publish.data"]) {
    const response = await running.site.visit().request(address);
    expect(response.headers.get("cache-control"), address).toBe("private, no-store");
  }
});
