import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/server-runtime";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../../server/observability/log.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { accountOf, codeOf } from "../../support/members/accounts.ts";
import { photo, sendFile, sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { addressesIn, giveCoins, openVideo } from "../../support/members/playback.ts";
import { startRecording } from "../../support/members/recorded-answers.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const { routes } = (await import(
  new URL("../../../build/server/index.js", import.meta.url).href
)) as ServerBuild;
const pages = Object.values(routes)
  .filter(({ module, path, index }) => (path || index) && module.default)
  .map(({ path = "" }) => `/${path}`);

const CHOSEN = "a-chosen-password";
const html = { accept: "text/html,application/xhtml+xml" };

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let front: Awaited<ReturnType<typeof startRecordingUpstream>>;
const recorded = startRecording();
const lines: string[] = [];
const log = createLog("trace", [], { write: (line) => lines.push(line) });
/** Passwords of all visitors. */
const passwords = new Set<string>();

beforeAll(async () => {
  // the upstream writes its own log in the same way (server/upstream/main.ts)
  upstream = await startTestUpstream({ onFault: (err) => log.error({ err }, "a call failed") });
  front = await startRecordingUpstream(upstream.url);
  const behind = { ...upstream.forSite, url: front.url };
  const site = await startSite(behind, { log });
  const visit = () => recorded.record(site.visit());

  const guest = visit();
  await readEverything(guest);
  await watch(guest);
  await doEverything(guest);
  await lookAround(guest);
  // unregistered visitors get cached playlists
  for (const nobody of [visit(), visit(), visit()]) await watch(nobody);

  const vip = visit();
  const code = await codeOf(vip);
  await memberOf(upstream.db, code).makeVip();
  await giveCoins(upstream.db, code, 100);
  await readEverything(vip);
  await watch(vip);
  await doEverything(vip);

  const { choosePassword, member, end } = await accountOf(upstream.db, code);
  await note();
  await choosePassword(CHOSEN);
  const known = visit();
  await sendForm(known, "/login", { account: member.name, password: CHOSEN }, html);
  await readEverything(known);
  await note();
  for (const ending of [end.expired, end.elsewhere, end.password]) {
    await ending();
    for (const path of ["/mine", "/member", "/mine.data"]) await known.read(path);
    await sendForm(known, "/login", { account: member.name, password: CHOSEN });
    await note();
  }

  await withBrokenDatabase(async () => {
    const newcomer = recorded.record(site.visit());
    await readEverything(newcomer);
    await doEverything(newcomer);
    await doEverything(vip);
  });

  const cold = await startSite(behind, { log });
  await front.stop();
  await readEverything(vip);
  await doEverything(vip);
  const stranger = recorded.record(cold.visit());
  await readEverything(stranger);
  await doEverything(stranger);
  await Promise.all([site.stop(), cold.stop()]);
});
afterAll(() => upstream.stop());

/** Makes every write fail with an error that contains its values. */
async function withBrokenDatabase(act: () => Promise<void>) {
  const tables = ["members", "tokens", "records"];
  const each = async (change: string) => {
    for (const table of tables)
      await upstream.db.execute(sql.raw(`alter table ${table} ${change}`));
  };
  await each("add constraint broken check (false) not valid");
  await act();
  await each("drop constraint broken");
}

async function note() {
  for (const { temporaryPassword } of await upstream.db.select().from(members))
    if (temporaryPassword) passwords.add(temporaryPassword);
}

/** Every page, as a document and as data. */
async function readEverything(visitor: Visitor) {
  await visitor.read("/member");
  for (const page of pages) {
    await visitor.read(page, { headers: html });
    await visitor.read(page === "/" ? "/_root.data" : `${page}.data`);
  }
  for (const path of [
    "/videoinfo?id=130001",
    "/sreinfo?searchStr=海边",
    "/?page=2",
    "/order?index=2",
  ])
    await visitor.read(path, { headers: html });
}

async function watch(visitor: Visitor) {
  for (const { address } of (await openVideo(upstream.db, visitor, 130001)).slice(0, 2)) {
    for (const variant of addressesIn(await visitor.read(address)).slice(0, 1)) {
      const [piece = variant] = addressesIn(await visitor.read(variant));
      await visitor.read(piece);
    }
  }
  const home = await visitor.read("/");
  for (const [picture] of [...home.matchAll(/\/image\/[\w.-]+/g)].slice(0, 3)) {
    await visitor.read(`${picture}?w=180`);
  }
}

/** Sends every form, with valid and invalid values. */
async function doEverything(visitor: Visitor) {
  const forms: [string, Record<string, string>][] = [
    ...["like", "favourite", "visit", "buy"].map((intent): [string, Record<string, string>] => [
      "/videoinfo?id=130001",
      { intent, video: "130001", episode: "1" },
    ]),
    ["/playback", { video: "130001", seconds: "12" }],
    ["/vip", { plan: "0", channel: "0" }],
    ["/pay", { option: "1", amount: "88", channel: "1" }],
    ["/feed", { text: "希望有更多日落" }],
    ["/report", { video: "130001", reason: "内容违规", note: "不好看" }],
    ["/service", { text: "在吗" }],
    ["/sign", { intent: "checkIn" }],
    ["/setinfo", { nickname: "新昵称", signature: "你好", avatar: "" }],
    ["/tx", { amount: "5", method: "wx", code: "" }],
    ["/setpaw", { oldPassword: "wrong-one", newPassword: "abcdef", confirmPassword: "abcdef" }],
    ["/login", { account: "nobody", password: CHOSEN }],
    ["/ad/swiper/1/click", {}],
    ["/collengt", {}],
    ["/history", {}],
  ];
  for (const [path, fields] of forms) {
    const answer = await (await sendForm(visitor, path, fields)).text();
    const [cashier] = /\/cashier\/[\w-]{16,64}/.exec(answer) ?? [];
    if (cashier) {
      await visitor.read(cashier);
      await (await sendForm(visitor, `${cashier}/pay`, {})).text();
    }
    const [, query = ""] = path.split("?");
    await (await sendForm(visitor, `${path.split("?")[0]}.data?${query}`, fields)).text();
  }
  const picture = await photo();
  await sendFile(visitor, "avatar", picture).catch(() => undefined);
  const file = new File([new Uint8Array(picture)], "a.jpg", { type: "image/jpeg" });
  await (await sendForm(visitor, "/service", { text: "", picture: file })).text();
}

/** Requests missing, refused and invalid addresses. */
async function lookAround(visitor: Visitor) {
  const lost =
    "/nowhere /missing.png /api/x /assets/x.js /image/x /stream/x/index.m3u8 /cashier/x /videoinfo?id=9";
  for (const path of lost.split(" ")) await visitor.read(path, { headers: html });
  for (const path of "/healthz /readyz /metrics /chatlink.html /leave /adult".split(" "))
    await visitor.read(path);
  const foreign = { origin: "https://evil.example", ...html };
  await visitor.read("/mine", { method: "POST", headers: foreign });
  await visitor.read("/feed", { method: "PUT", headers: html });
  await visitor.read("/upload", { method: "POST", body: "x", headers: { "content-length": "1" } });
}

const clientFiles = readdirSync("build/client", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** A key as settings contain it, and its bytes in the usual encodings. */
function spellings(key: string): string[] {
  const bytes = Buffer.from(key.replace(/^hex:/, ""), "hex");
  const list = [...bytes].join(",");
  const texts = (["hex", "base64", "base64url", "latin1", "utf8"] as const).map((encoding) =>
    bytes.toString(encoding),
  );
  return [key, ...texts, texts[0]?.toUpperCase() ?? "", list, list.replaceAll(",", ", ")];
}

const secrets = () => {
  const { aesKey, aesIv, securityHeader } = upstream.settings;
  return {
    key: [...spellings(aesKey), ...spellings(aesIv)],
    "security header": [securityHeader.split(": ")[1] ?? securityHeader],
    token: [...front.tokens],
    password: [...passwords, CHOSEN],
    "session secret": ["test-secret-test-secret-test-secret"],
  };
};
const places = () => {
  const ports = [front.url, upstream.url].map((url) => new URL(url).port);
  return ["127.0.0.1", "localhost", ...ports.map((port) => `:${port}`)];
};

test("the journey covered enough pages, calls and statuses", () => {
  expect(pages.length).toBeGreaterThan(25);
  expect(recorded.answers.length).toBeGreaterThan(400);
  expect(lines.length).toBeGreaterThan(400);
  expect(front.tokens.size).toBeGreaterThan(3);
  expect(passwords.size).toBeGreaterThan(1);
  const statuses = new Set(recorded.answers.map(({ status }) => status));
  for (const status of [200, 204, 302, 303, 400, 403, 404, 503]) expect(statuses).toContain(status);
});

describe.each(["key", "security header", "token", "password", "session secret"] as const)(
  "the %s",
  (kind) => {
    const spelled = () => secrets()[kind].filter((secret) => secret.length >= 8);

    test("is in no answer", () => {
      for (const { path, content } of recorded.answers) {
        // the only page that shows a guest's own password
        if (kind === "password" && path.startsWith("/setpaw")) continue;
        const found = spelled().filter((secret) => content.includes(secret));
        expect(found, `${path}: ${content.slice(0, 100)}`).toEqual([]);
      }
    });

    test("is in no file of the browser's build", () => {
      for (const file of clientFiles) {
        const content = readFileSync(file, "latin1");
        expect(
          spelled().filter((secret) => content.includes(secret)),
          file,
        ).toEqual([]);
      }
    });

    test("is in no line of the log", () => {
      for (const line of lines)
        expect(
          spelled().filter((secret) => line.includes(secret)),
          line,
        ).toEqual([]);
    });
  },
);

test("database errors are in the log, without their query's parameters", () => {
  const faults = lines.filter((line) => line.includes("Failed query"));
  expect(faults.length).toBeGreaterThan(0);
  for (const line of faults) expect(line).not.toMatch(/params|[0-9a-f]{8}-[0-9a-f]{4}-4/);
});

test("the guest's password is only on its page, for that guest", () => {
  const telling = recorded.answers.filter(({ content }) =>
    [...passwords].some((password) => content.includes(password)),
  );
  expect(telling.length).toBeGreaterThan(0);
  for (const { path, content } of telling) {
    expect(path).toMatch(/^\/setpaw(\.data)?$/);
    expect([...passwords].filter((password) => content.includes(password))).toHaveLength(1);
    expect(content).toContain("cache-control: private, no-store");
  }
});

test("the upstream's address is in no answer and no file of the browser's build", () => {
  for (const { path, content } of recorded.answers) {
    // a segment's byte offset may contain the digits of the port
    const text = content.replace(/#EXT-X-BYTERANGE:\d+@\d+/g, "");
    expect(
      places().filter((place) => text.includes(place)),
      path,
    ).toEqual([]);
  }
  for (const file of clientFiles)
    expect(places().filter((place) => readFileSync(file, "latin1").includes(place))).toEqual([]);
});
