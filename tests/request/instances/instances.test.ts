import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { videos } from "../../../server/upstream/db/schema.ts";
import { startNginx } from "../../setup/nginx.ts";
import { startRedis } from "../../setup/redis.ts";
import { disposable } from "../../support/disposable.ts";
import { printed, startLoad } from "../../support/load/load.ts";
import { alertIn } from "../../support/members/forms.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { createVisitor, type Visitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** Two instances that share Redis and an upstream; in one test behind nginx with deploy/nginx.conf. */

const PURGE_TOKEN = "a-token-for-purges";
const SEARCH = "/app-api/cartoon/listPagingBySearch";
const REGISTER = "/renren-api/api/auto-register";

type Instance = Awaited<ReturnType<typeof startSiteProgram>>;
const running = {} as {
  upstream: Awaited<ReturnType<typeof startTestUpstream>>;
  front: Awaited<ReturnType<typeof startRecordingUpstream>>;
  redis: Awaited<ReturnType<typeof startRedis>>;
  instances: [Instance, Instance];
};

beforeAll(async () => {
  running.upstream = await startTestUpstream();
  running.front = await startRecordingUpstream(running.upstream.url);
  running.redis = await startRedis();
  running.instances = await Promise.all([startInstance(), startInstance()]);
});

async function startInstance({ url } = running.redis) {
  const { aesKey, aesIv, securityHeader } = running.upstream.settings;
  const instance = await startSiteProgram({
    UPSTREAM_URL: running.front.url,
    UPSTREAM_AES_KEY: aesKey,
    UPSTREAM_AES_IV: aesIv,
    UPSTREAM_SECURITY_HEADER: securityHeader,
    SESSION_SECRET: "a-session-secret-of-thirty-two-characters",
    CACHE_URL: url,
    TRUST_PROXY: "1",
    PURGE_TOKEN,
  });
  const warmUp = async () => {
    // a process's first page is slow
    await visitorAt(instance.url).read("/");
    await vi.waitFor(() => expect(connections(instance)).toBe(1), { timeout: 30_000 });
  };
  await warmUp().catch(async (error) => {
    await instance.stop();
    throw error;
  });
  return instance;
}

const said = ({ output }: Instance, text: string) => output.out.split(text).length - 1;
const connections = (instance: Instance) => said(instance, "connected to the shared store");

afterAll(async () => {
  await Promise.all(running.instances.map((instance) => instance.stop()));
  await Promise.all([running.redis.stop(), running.front.stop()]);
  await running.upstream.stop();
});

const visitorAt = (url: string) => createVisitor(fetch, url);

/** A visitor whose requests alternate between the instances, unless `at` names one. */
function wanderer() {
  const ways = running.instances.map(({ url }) => visitorAt(url)) as [Visitor, Visitor];
  let turn = 0;
  const at = async (index: number, path: string, init?: RequestInit) => {
    const [way, other] = index === 0 ? ways : ([ways[1], ways[0]] as const);
    const answer = await way.request(path, init);
    for (const [name, value] of way.cookies) other.cookies.set(name, value);
    return answer;
  };
  return { at, request: (path: string, init?: RequestInit) => at(turn++ % 2, path, init) };
}

async function feedback(visitor: Pick<Visitor, "request">, text: string) {
  const body = new URLSearchParams({ text }).toString();
  const answer = await visitor.request("/feed", {
    method: "POST",
    redirect: "manual",
    body,
    headers: {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  return {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    html: await answer.text(),
  };
}

/** How many of one visitor's twenty feedbacks are accepted. */
async function takenOfTwenty(visitor: Pick<Visitor, "request">) {
  const statuses: number[] = [];
  for (let count = 1; count <= 20; count += 1) {
    statuses.push((await feedback(visitor, `第${count}条反馈意见`)).status);
  }
  return statuses.filter((status) => status === 303).length;
}

const searched = () => running.front.count(SEARCH);
const search = (visitor: Pick<Visitor, "request">) =>
  visitor.request(`/sreinfo?searchStr=${encodeURIComponent("海边")}`).then((page) => page.text());

test("one instance's upstream answers are shared with the other", async () => {
  const before = searched();
  const pages = await Promise.all(
    Array.from({ length: 12 }, (_none, index) =>
      search(visitorAt(running.instances[index % 2 === 0 ? 0 : 1].url)),
    ),
  );
  for (const page of pages) expect(page).toContain("/videoinfo?id=");
  expect(searched() - before).toBe(1);
});

test("a purge at one instance shows a change of the catalogue at both", async () => {
  const [first, second] = running.instances;
  const page = ({ url }: Instance) => visitorAt(url).read("/videoinfo?id=100302");
  const title = "换了名字的影片";
  for (const html of await Promise.all([page(first), page(second)]))
    expect(html).not.toContain(title);
  await running.upstream.db.update(videos).set({ title }).where(eq(videos.code, 100302));
  const headers = { authorization: `Bearer ${PURGE_TOKEN}` };
  const answer = await visitorAt(first.url).request("/purge", { method: "POST", headers });
  expect(answer.status).toBe(204);
  expect(await page(first)).toContain(title);
  const DROPPED = "all that was cached of the catalogue was dropped";
  await vi.waitFor(() => expect(said(second, DROPPED)).toBe(1), { timeout: 30_000 });
  expect(await page(second)).toContain(title);
});

test("a session begun on one instance continues on the other", async () => {
  const visitor = wanderer();
  await visitor.at(0, "/");
  const code = async (index: number) =>
    ((await (await visitor.at(index, "/member")).json()) as { member: { code: string } }).member
      .code;
  const first = await code(0);
  expect(first).toBeTruthy();
  expect(await code(1)).toBe(first);
});

test("a device that reaches both instances at once is one guest", async () => {
  const visitor = wanderer();
  await visitor.at(0, "/");
  await visitor.at(1, "/");
  const before = running.front.count(REGISTER);
  const answers = await Promise.all(
    [0, 1, 0, 1].map(async (index) => (await visitor.at(index, "/member")).json()),
  );
  expect(new Set(answers.map(({ member }) => member.code)).size).toBe(1);
  expect(running.front.count(REGISTER) - before).toBe(1);
});

test("a rate limit applies to all instances together", async () => {
  const visitor = wanderer();
  await visitor.request("/");
  expect(await takenOfTwenty(visitor)).toBe(15);
  const refused = await feedback(visitor, "这一条不会丢");
  expect(refused.status).toBe(429);
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  expect(alertIn(refused.html)).toMatch(/^操作太频繁，请\d+秒后再试$/);
  expect(refused.html).toContain("这一条不会丢");
});

/** Starts visitors who load these pages until the load is stopped. */
function loadOn(url: string, visitors: number, paths: string[]) {
  const load = startLoad(
    Array.from({ length: visitors }, () => visitorAt(url)),
    paths,
  );
  return disposable({ ...load, stop: load.end });
}

test("killing an instance under load fails no page", async () => {
  await using doomed = await startInstance();
  const urls = [running.instances[0], doomed].map(({ url }) => url);
  await using nginx = await startNginx(urls);
  const paths = ["/", "/category", "/sreach", "/videoinfo?id=100301", "/taglist", "/member"];
  await using load = loadOn(nginx.url, 12, paths);
  await expect.poll(load.done).toBeGreaterThan(100);
  await doomed.kill();
  const atKill = load.done();
  await expect.poll(load.done).toBeGreaterThan(atKill + 250);
  const result = await load.end();
  printed("one of two instances killed", result);
  expect(result.failures).toEqual([]);
});

test("without Redis, or if Redis hangs, an instance works alone, and reconnects by itself", async () => {
  await using redis = await startRedis();
  await using alone = await startInstance(redis);
  let losses = 0;
  for (const [what, away, back] of [
    ["Redis hangs", redis.hang, redis.goOn],
    ["Redis is killed", redis.kill, redis.startAgain],
  ] as const) {
    await using load = loadOn(alone.url, 8, ["/", "/category"]);
    await expect.poll(load.done).toBeGreaterThan(50);
    await away();
    const atLoss = load.done();
    const visitor = visitorAt(alone.url);
    expect(await takenOfTwenty(visitor)).toBe(15);
    await expect.poll(load.done).toBeGreaterThan(atLoss + 100);
    losses += 1;
    await expect.poll(() => said(alone, "the shared store is unavailable")).toBe(losses);
    const before = connections(alone);
    await back();
    await expect.poll(() => connections(alone)).toBe(before + 1);
    const result = await load.end();
    printed(what, result);
    expect(result.failures).toEqual([]);
    expect(result.repeated).toBe(0);
  }
});

test("each freshness period needs one call for any number of instances and visitors", async () => {
  const before = searched();
  const visitor = visitorAt(running.instances[0].url);
  const asked = () => search(visitor).then(searched);
  await expect.poll(asked, { interval: 500 }).toBe(before + 1);
  for (let count = 0; count < 5; count += 1) await search(visitor);
  await expect.poll(searched).toBe(before + 1);
});
