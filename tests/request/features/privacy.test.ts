import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { playerSchema } from "../../../app/device/player-storage.ts";
import { deviceSchema, tabSchema } from "../../../app/device/storage-schema.ts";
import { texts } from "../../../app/texts/index.ts";
import { contract } from "../../../server/contract/index.ts";
import { COOKIE_DAYS } from "../../../server/contract/rules.ts";
import { accountOf, codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

async function keeper(site = running.site) {
  const visitor = site.visit();
  const code = await codeOf(visitor);
  const member = memberOf(running.upstream.db, code);
  await member.keep("favourite", { count: 3 });
  return { visitor, member, code };
}

describe("the list of what is kept", () => {
  const names = new Set<string>(
    texts.privacy.places.flatMap(({ items }) => items.flatMap(([, , names]) => names.split(" "))),
  );

  test("has every name of the device's storage, every cookie and every part of the upstream", () => {
    const kept = [deviceSchema, playerSchema, tabSchema, COOKIE_DAYS, contract].flatMap(
      Object.keys,
    );
    expect(kept.filter((name) => !names.has(name))).toEqual([]);
  });

  test("has every field of the log, which holds no member, address, video or search", async () => {
    const lines: string[] = [];
    await using site = await startSite(running.upstream.forSite, {
      log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
    });
    const { visitor, code } = await keeper(site);
    await visitor.read("/videoinfo?id=100301", { headers: { "x-forwarded-for": "203.0.113.7" } });
    await visitor.read("/sreinfo?type=&sonType=&searchStr=海&title=搜索");
    const written = lines.join("");
    expect(written).not.toMatch(/100301|203\.0\.113\.7|海|%E6%B5%B7/);
    expect(written).not.toContain(code);
    const ofPino = ["level", "time", "pid", "hostname", "msg"];
    const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
    expect([...fields].filter((name) => !names.has(name) && !ofPino.includes(name))).toEqual([]);
  });

  test("is shown on the page", async () => {
    const html = await running.site.visit().read("/privacy");
    for (const { items } of texts.privacy.places)
      for (const [what, until] of items)
        for (const text of [what, until]) expect(html).toContain(text);
  });
});

describe("清除痕迹", () => {
  test("removes every cookie and empties the browser, but leaves the account as it is", async () => {
    const { visitor, member } = await keeper();
    const answer = await sendForm(visitor, "/forget");
    expect(answer.status).toBe(200);
    expect(visitor.cookies.size).toBe(0);
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(await member.kept("favourite")).toHaveLength(3);
  });

  test("empties the account's favourites if that is chosen", async () => {
    const { visitor, member } = await keeper();
    await sendForm(visitor, "/forget", { account: "on" });
    expect(visitor.cookies.size).toBe(0);
    expect(await member.kept("favourite")).toHaveLength(0);
  });

  test("forgets nothing if the upstream fails, so that it can be tried again", async () => {
    await using upstream = await startRecordingUpstream(running.upstream.url);
    await using site = await startSite({ ...running.upstream.forSite, url: upstream.url });
    const { visitor, member } = await keeper(site);
    upstream.broken.add("/renren-api/api/member");
    const answer = await sendForm(visitor, "/forget", { account: "on" });
    expect([answer.status, answer.headers.get("clear-site-data")]).toEqual([502, null]);
    expect(await answer.text()).toContain("没能清空");
    expect(visitor.cookies.size).toBeGreaterThan(0);
    upstream.broken.clear();
    expect((await sendForm(visitor, "/forget", { account: "on" })).status).toBe(200);
    expect(await member.kept("favourite")).toHaveLength(0);
  });

  test("of who forgot the lock's PIN ends a login and hides older history, but a guest keeps the account", async () => {
    const { visitor, code, member } = await keeper();
    await member.keep("history", { count: 2 });
    expect(await visitor.read("/history")).toContain('href="/videoinfo');
    const answer = await sendForm(visitor, "/forget", { lock: "1" });
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(await codeOf(visitor)).toBe(code);
    expect(await visitor.read("/history")).not.toContain('href="/videoinfo');

    const other = await accountOf(running.upstream.db, (await keeper()).code);
    await other.choosePassword("chosen88");
    await sendForm(visitor, "/login", { account: other.member.name, password: "chosen88" });
    expect(await codeOf(visitor)).not.toBe(code);
    await sendForm(visitor, "/forget", { lock: "1" });
    expect(await codeOf(visitor)).toBe(code);
  });

  test("registers nobody, and is refused from another site", async () => {
    const visitor = running.site.visit();
    expect((await sendForm(visitor, "/forget", { account: "on" })).status).toBe(200);
    expect(visitor.cookies.size).toBe(0);
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await sendForm(visitor, "/forget", {}, foreign)).status).toBe(403);
  });
});

test("whose covers are blurred is sent pages that request no cover that could be recognised; others are not", async () => {
  const visitor = running.site.visit();
  /** Of lists; the poster of a chosen video is none. */
  const widthsOn = async (path: string) => {
    const elements = (await visitor.read(path)).match(/<(img|source|link) [^>]*\?w=[^>]*>/g) ?? [];
    const widths = elements.flatMap((element) => element.match(/(?<=\?w=)\d+/g) ?? []);
    return new Set(widths);
  };
  const search = "/sreinfo?type=&sonType=&searchStr=海&title=搜索";
  for (const path of ["/", "/?tag=30", search, "/videoinfo?id=100301"]) {
    const whole = await widthsOn(path);
    expect(whole, path).toContain("360");
    expect(whole, path).not.toContain("16");
    visitor.cookies.set("blurred", "1");
    // rendered for this visitor, then from the page cache
    for (let time = 0; time < 2; time += 1)
      expect([...(await widthsOn(path))], path).toEqual(["16"]);
    visitor.cookies.delete("blurred");
    expect(await widthsOn(path), path).toEqual(whole);
  }
});
