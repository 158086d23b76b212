import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { photo, sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { passOn } from "../../support/servers/proxy.ts";
import { rawRequest } from "../../support/servers/raw-request.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";

/** The built site under stock `remix-serve`, in front of an upstream with media of any length. */
let site: Awaited<ReturnType<typeof startSiteProgram>>;
let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let front: Awaited<ReturnType<typeof startLongFilms>>;

const MB = 1024 * 1024;
const FILM = 200 * MB;

async function startLongFilms(url: string) {
  const state = { long: false, sent: 0, left: false };
  const server = await listen((incoming, response) => {
    if (!state.long || !/\.mp4(\?|$)/.test(incoming.url ?? ""))
      return passOn(url, incoming, response);
    response.on("close", () => {
      state.left = true;
    });
    response.writeHead(206, {
      "content-type": "video/mp4",
      "content-length": FILM,
      "content-range": `bytes 0-${FILM - 1}/${FILM}`,
    });
    const piece = Buffer.alloc(MB);
    const send = () => {
      while (state.sent < FILM && !response.destroyed) {
        state.sent += piece.length;
        if (!response.write(piece)) return response.once("drain", send);
      }
      return response.end();
    };
    send();
  });
  return Object.assign(server, { state });
}

beforeAll(async () => {
  upstream = await startTestUpstream();
  front = await startLongFilms(upstream.url);
  const settings = { ...settingsFor(upstream), UPSTREAM_URL: front.url };
  site = await startSiteProgram(settings, "npm run start:serve");
});
afterAll(async () => {
  await site.stop();
  await front.stop();
  await upstream.stop();
});

const visit = () =>
  createVisitor((asked) => {
    // `fetch` sets it itself
    asked.headers.delete("content-length");
    return fetch(new Request(asked, { redirect: "manual" }));
  }, site.url);
const send = (
  visitor: ReturnType<typeof visit>,
  path: string,
  fields: Record<string, string | File>,
) => sendForm(visitor, path, fields, { origin: site.url });

async function segmentOf(visitor: ReturnType<typeof visit>) {
  const page = await visitor.read("/videoinfo?id=130001");
  const stream = /\/stream\/[\w./-]+\/index\.m3u8/.exec(page)?.[0] ?? "";
  const variant = /^\/stream.+/m.exec(await visitor.read(stream))?.[0] ?? "";
  return /^\/stream.+\/media\.\w+$/m.exec(await visitor.read(variant))?.[0] ?? "";
}

test("pages and their data have a session and the host's headers", async () => {
  const page = await visit().request("/");
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</html>")]);
  const data = await visit().request("/_root.data");
  expect([data.status, await data.text()]).toEqual([200, expect.stringContaining("橙影")]);
  expect(data.headers.get("content-type")).toMatch(/^text\/x-script/);
  for (const { headers } of [page, data]) {
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^newcomer=.*; HttpOnly/)]);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  }
});

test("files come from the host, precompressed, and are cached no longer than it says", async () => {
  const home = await visit().read("/");
  const script = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? "";
  const asset = await rawRequest(site.url + script, { "accept-encoding": "gzip, br" });
  expect(asset.headers).toMatchObject({ "content-encoding": "br", "x-frame-options": "DENY" });
  const plain = await rawRequest(site.url + script, { "accept-encoding": "deflate" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const worker = await rawRequest(`${site.url}/sw.js`);
  expect(worker.headers["cache-control"]).not.toContain("immutable");
  for (const path of ["/favicon.svg", "/robots.txt"]) {
    expect((await rawRequest(site.url + path)).headers["x-request-id"], path).toBeTruthy();
  }
});

test("forms arrive complete, with scripts and without", async () => {
  const visitor = visit();
  await codeOf(visitor);
  const like = await send(visitor, "/videoinfo.data?id=130001", { intent: "like" });
  expect(await like.text()).toContain('"ok",true');
  const plain = await send(visitor, "/service", { text: "你好，在吗" });
  expect(plain.status).toBeLessThan(400);
  expect(await visitor.read("/service")).toContain("你好，在吗");
  const confirmed = await send(visitor, "/adult?to=%2F", {});
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, "/"]);
});

test("an address keeps query parameters with the names that Remix uses for routes", async () => {
  const path = "/category?index&_routes=none";
  const page = await rawRequest(site.url + path);
  expect(page.body.toString()).toContain(`action="/adult?to=${encodeURIComponent(path)}"`);
});

test.each(["/playback", "/playback.data", "/videoinfo?id=130001"])(
  "a form that another site sends to %s is refused by the host",
  async (path) => {
    const headers = { origin: "https://evil.example" };
    const answer = await visit().request(path, { method: "POST", headers, body: "" });
    expect([answer.status, answer.headers.get("x-frame-options")]).toEqual([403, "DENY"]);
  },
);

test("a picture is uploaded completely", async () => {
  const visitor = visit();
  await codeOf(visitor);
  const file = new File([new Uint8Array(await photo())], "photo.jpg", { type: "image/jpeg" });
  const answer = await send(visitor, "/upload", { use: "code", file });
  expect(await answer.json()).toMatchObject({ ok: true });
});

test("HEAD has no body, a missing page is 404, and an invalid host is refused", async () => {
  const head = await rawRequest(`${site.url}/mine`, {}, { method: "HEAD" });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect((await visit().request("/none.png")).status).toBe(404);
  const nowhere = await visit().request("/nowhere");
  expect([nowhere.status, nowhere.headers.get("location")]).toEqual([302, "/"]);
  expect((await rawRequest(site.url, { host: "a/b?c=" })).status).toBe(400);
});

test("a client that pauses or leaves pauses or closes the origin's response, too", async () => {
  const visitor = visit();
  await memberOf(upstream.db, await codeOf(visitor)).makeVip();
  const segment = await segmentOf(visitor);
  Object.assign(front.state, { long: true, sent: 0, left: false });
  onTestFinished(() => {
    front.state.long = false;
  });
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const asked = request(site.url + segment, { headers: { cookie, range: "bytes=0-" } });
  asked.on("error", () => undefined).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(206);
  // the first bytes arrive before the last are sent
  const [first] = (await once(answer, "data")) as [Buffer];
  answer.pause();
  expect(first.length).toBeGreaterThan(0);
  let before = -1;
  await vi.waitUntil(
    () => {
      const stands = front.state.sent === before;
      before = front.state.sent;
      return stands;
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(front.state.sent).toBeLessThan(FILM / 4);
  answer.destroy();
  await vi.waitUntil(() => front.state.left, { timeout: 30_000 });
  expect(front.state.sent).toBeLessThan(FILM / 2);
});

test("the log contains no complete address", async () => {
  const visitor = visit();
  await visitor.read("/sreinfo?searchStr=moonlight");
  await visitor.read("/sreinfo.data?searchStr=moonlight");
  await visitor.read("/sreinfo?searchStr=moonlight&_data=routes");
  const segment = await segmentOf(visitor);
  await (await visitor.request(segment, { headers: { range: "bytes=0-9" } })).arrayBuffer();
  const last = await visitor.request("/mine");
  await last.arrayBuffer();
  const id = last.headers.get("x-request-id") ?? "none";
  await vi.waitUntil(() => site.output.out.includes(id), { timeout: 30_000 });
  const said = site.output.out + site.output.err;
  expect(said).not.toContain("moonlight");
  expect(said).not.toContain(segment.split("/")[2]);
  expect(site.output.err).toBe("");
});
