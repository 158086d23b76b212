import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { createCounters } from "../rate-limits/counters.ts";
import { createSealer } from "../secrets/seal.ts";
import { createSitePassword, type SitePassword } from "./site-password.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [first, second] = ["spring-garden", "海边的灯塔与风车"];
const secrets = ["s".repeat(32)];
const clock = { now: 1_800_000_000_000 };
const now = () => clock.now;

const create = (
  passwords = [first, second],
  more: Partial<Parameters<typeof createSitePassword>[1]> = {},
) => createSitePassword(passwords, { secrets, counters: createCounters(now), now, ...more });

/** The cookies that a browser sends after entering the password. */
async function cookiesFor(site: SitePassword, password: string, secure = false) {
  const attempt = await site.attempt(password, "");
  if (attempt.outcome !== "right") throw new Error(`the password was ${attempt.outcome}`);
  const [name = "", value = ""] = attempt.cookie(secure).split(";")[0]?.split("=") ?? [];
  return { [name]: value };
}
const outcomes = async (site: SitePassword, passwords: string[], address = "") => {
  const found: string[] = [];
  for (const password of passwords) found.push((await site.attempt(password, address)).outcome);
  return found;
};

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test("each of several passwords is accepted, also with spaces around it and in any Unicode form; nothing else is", async () => {
  const site = await create([first, second, "cafe\u0301-au-lait"]);
  const right = [first, second, ` ${second}\n`, "caf\u00e9-au-lait"];
  expect(await outcomes(site, right)).toEqual(right.map(() => "right"));
  const wrong = ["", first.slice(0, -1), `${first}x`, first.toUpperCase(), `${first},${second}`];
  expect(await outcomes(site, wrong)).toEqual(wrong.map(() => "wrong"));
});

test("the cookie is valid for 180 days, and only over the scheme (TLS or not) it was made for", async () => {
  const site = await create();
  const plain = await cookiesFor(site, first);
  const tls = await cookiesFor(site, first, true);
  expect([site.hasAccess(plain, false), site.hasAccess(tls, true)]).toEqual([true, true]);
  expect([site.hasAccess(plain, true), site.hasAccess(tls, false)]).toEqual([false, false]);
  expect(site.hasAccess({}, false)).toBe(false);
  clock.now += 180 * DAY - 1;
  expect(site.hasAccess(plain, false)).toBe(true);
  clock.now += 1;
  expect(site.hasAccess(plain, false)).toBe(false);
  // also on an instance that has not verified it before
  expect((await create()).hasAccess(plain, false)).toBe(false);
});

test("cookie attributes hide it from scripts and other sites, and bind it to the host over TLS", async () => {
  const attempt = await (await create()).attempt(first, "");
  const cookie = attempt.outcome === "right" ? attempt.cookie(true) : "";
  expect(cookie).toMatch(/^__Host-entry=[\w-]{60,}; /);
  expect(cookie.split("; ").slice(1).sort()).toEqual(
    ["HttpOnly", "Max-Age=15552000", "Path=/", "SameSite=Lax", "Secure"].sort(),
  );
});

test("cookies work after a restart and on other instances; removing a password ends only its cookies", async () => {
  const site = await create();
  const [ofFirst, ofSecond] = [await cookiesFor(site, first), await cookiesFor(site, second)];
  const restarted = await create([second, first]);
  expect([restarted.hasAccess(ofFirst, false), restarted.hasAccess(ofSecond, false)]).toEqual([
    true,
    true,
  ]);
  const withdrawn = await create([second, "another-password"]);
  expect([withdrawn.hasAccess(ofFirst, false), withdrawn.hasAccess(ofSecond, false)]).toEqual([
    false,
    true,
  ]);
});

test("cookies stay valid when a new secret is put before the old one, until the old one is removed", async () => {
  const cookies = await cookiesFor(await create(), first);
  const fresh = "n".repeat(32);
  const rotated = await create(undefined, { secrets: [fresh, ...secrets] });
  expect(rotated.hasAccess(cookies, false)).toBe(true);
  expect((await create([second], { secrets: [fresh, ...secrets] })).hasAccess(cookies, false)).toBe(
    false,
  );
  expect((await create(undefined, { secrets: [fresh] })).hasAccess(cookies, false)).toBe(false);
});

test("a value that is sealed for another purpose, names no password or was tampered with gives no access", async () => {
  const site = await create();
  const { entry = "" } = await cookiesFor(site, first);
  const sealer = createSealer(secrets);
  const text = sealer.open("entry", entry) ?? "";
  for (const forged of [
    "",
    "1",
    text,
    `${entry.slice(0, -2)}AA`,
    sealer.seal("session", text),
    sealer.seal("entry", JSON.stringify(["", clock.now + DAY])),
    sealer.seal("entry", JSON.stringify({ until: clock.now + DAY })),
  ]) {
    expect(site.hasAccess({ entry: forged }, false), forged).toBe(false);
  }
});

test("neither the cookie nor its contents reveal the password", async () => {
  const { entry = "" } = await cookiesFor(await create(), first);
  const text = createSealer(secrets).open("entry", entry) ?? "";
  expect(text.length).toBeGreaterThan(40);
  expect(`${entry} ${text}`).not.toContain(first);
});

test("an attempt is compared with every password in constant time", async () => {
  const site = await create();
  const compare = vi.spyOn(crypto, "timingSafeEqual");
  syncBuiltinESMExports();
  const compared = async (password: string) => {
    compare.mockClear();
    await site.attempt(password, "");
    return compare.mock.calls.map(([kept, given]) =>
      [kept, given].map((one) => Buffer.from(one as Buffer)),
    );
  };
  const tries = {
    first: await compared(first),
    second: await compared(second),
    almost: await compared(first.replace(/n$/, "m")),
    wrong: await compared("nothing at all of it"),
  };
  for (const calls of Object.values(tries)) {
    expect(calls.map((pair) => pair.map(({ length }) => length))).toEqual([
      [32, 32],
      [32, 32],
    ]);
  }
  const [[kept, almost] = []] = tries.almost;
  // passwords with the same beginning have entirely different hashes
  expect(kept?.subarray(0, 4)).not.toEqual(almost?.subarray(0, 4));
  expect(kept).toEqual(tries.first[0]?.[1]);
});

test("twenty wrong attempts block only that network, for 15 minutes, even for the right password", async () => {
  const onRefused = vi.fn();
  const site = await create(undefined, { onRefused });
  const network = "203.0.113.7";
  expect(new Set(await outcomes(site, Array<string>(20).fill("wrong"), network))).toEqual(
    new Set(["wrong"]),
  );
  expect(await site.attempt(first, network)).toMatchObject({ outcome: "limited" });
  expect(onRefused).toHaveBeenCalledOnce();
  expect(await outcomes(site, [first], "203.0.113.8")).toEqual(["right"]);
  clock.now += 15 * MINUTE;
  expect(await outcomes(site, [first], network)).toEqual(["right"]);
});

test("correct passwords are not counted, so a whole class can come from one network", async () => {
  const site = await create();
  const tries = Array<string>(30).fill(second);
  expect(new Set(await outcomes(site, tries, "203.0.113.7"))).toEqual(new Set(["right"]));
});

test("all networks together may fail 600 times in 15 minutes", async () => {
  const counters = createCounters(now);
  const site = await create(undefined, { counters });
  await counters.add("entry:all", 599, 15 * MINUTE);
  expect(await outcomes(site, ["wrong", first], "203.0.113.7")).toEqual(["wrong", "limited"]);
});

test("of many concurrent attempts, most are answered 'busy', and those are not counted", async () => {
  const counters = createCounters(now);
  const site = await create(undefined, { counters });
  const crowd = await Promise.all(Array.from({ length: 60 }, () => site.attempt("wrong", "")));
  const busy = crowd.filter(({ outcome }) => outcome === "busy").length;
  expect(busy).toBeGreaterThan(30);
  expect((await counters.add("entry:all", 0, 15 * MINUTE)).sum).toBe(60 - busy);
});

test("replaced passwords take effect at once, and only cookies of kept passwords stay valid", async () => {
  const site = await create([first, second]);
  const [ofFirst, ofSecond] = [await cookiesFor(site, first), await cookiesFor(site, second)];
  expect([site.hasAccess(ofFirst, false), site.hasAccess(ofSecond, false)]).toEqual([true, true]);
  await site.replace([second, "a-third-password"]);
  expect([site.hasAccess(ofFirst, false), site.hasAccess(ofSecond, false)]).toEqual([false, true]);
  expect(await outcomes(site, [first, "a-third-password"])).toEqual(["wrong", "right"]);
});
