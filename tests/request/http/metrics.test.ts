import { expect, test, vi } from "vitest";
import { createMetrics } from "../../../server/observability/metrics.ts";
import { type faults, startFaultyFront } from "../../support/servers/faulty-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const PATIENCE = { timeout: 30_000 };
const token = "a-token-for-metrics";
const metrics = createMetrics();
const running = siteForThisFile({ metrics, metricsToken: token });
const withToken = { headers: { authorization: `Bearer ${token}` } };

async function page(): Promise<string> {
  const answer = await running.site.visit().request("/metrics", withToken);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return answer.text();
}

/** The sum of the metric's lines with this prefix. */
const valueIn = (text: string, start: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(start))
    .reduce((sum, line) => sum + Number(/\S+$/.exec(line)?.[0]), 0);

/** The growth of these values during `work`. */
async function growth<Name extends string>(names: Name[], work: () => Promise<unknown>) {
  const before = await page();
  await work();
  const after = await page();
  return names.map((name) => valueIn(after, name) - valueIn(before, name));
}

test("without a token there are no metrics", async () => {
  const visitor = running.site.visit();
  for (const authorization of ["", "Bearer", "Bearer a-token-for-metric", `Basic ${token}`]) {
    const answer = await visitor.request("/metrics", { headers: { authorization } });
    expect([authorization, answer.status]).toEqual([authorization, 404]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
  }
});

test("a document is a miss once and then a hit, and its upstream calls are counted by name", async () => {
  const names = [
    'site_documents_total{cache="miss"}',
    'site_cache_total{event="load"}',
    "site_upstream_call_seconds_count{",
    'site_answer_seconds_count{kind="document",status="2xx"}',
  ];
  const visitor = running.site.visit();
  const [misses, loads = 0, calls, answers] = await growth(names, async () => {
    const missed = await visitor.request("/");
    expect(missed.headers.get("server-timing")).toMatch(/^cache;desc=miss, total;dur=\d+\.\d$/);
    await missed.text();
  });
  expect([misses, answers]).toEqual([1, 1]);
  expect(loads).toBeGreaterThanOrEqual(1);
  expect(calls).toBe(loads);
  await vi.waitFor(async () => {
    const hit = await visitor.request("/");
    expect(hit.headers.get("server-timing")).toMatch(/^cache;desc=hit, total;dur=/);
  }, PATIENCE);
  expect(valueIn(await page(), "site_render_seconds_count")).toBeGreaterThanOrEqual(1);
  expect(valueIn(await page(), 'site_documents_total{cache="hit"}')).toBeGreaterThanOrEqual(1);
  const own = await visitor.request("/mine");
  expect(own.headers.get("server-timing")).toMatch(/^total;dur=\d+\.\d$/);
});

test("a picture is encoded once and then served from memory", async () => {
  const visitor = running.site.visit();
  const path = /\/image\/[\w.-]+/.exec(await visitor.read("/"))?.[0] ?? "/none";
  const names = ['site_pictures_total{outcome="drawn"}', 'site_pictures_total{outcome="memory"}'];
  const grown = await growth(names, async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await visitor.request(`${path}?w=180`)).status).toBe(200);
    }
  });
  expect(grown).toEqual([1, 2]);
});

const tell = (fields: Record<string, string>, visitor = running.site.visit()) => {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  return visitor.request("/playback", { method: "POST", headers, body });
};
const smooth = { firstFrame: "420", stalls: "2", stalled: "1500", failovers: "1", errors: "0" };

test("playback telemetry is added up", async () => {
  const names = [
    "site_playback_first_frame_seconds_count",
    "site_playback_first_frame_seconds_sum",
    "site_playback_stalls_total",
    "site_playback_stalled_seconds_total",
    "site_playback_failovers_total",
    "site_playback_errors_total",
  ];
  const { firstFrame: _once, ...later } = smooth;
  const grown = await growth(names, async () => {
    expect((await tell(smooth)).status).toBe(204);
    expect((await tell({ ...later, errors: "1" })).status).toBe(204);
  });
  expect(grown).toEqual([1, 0.42, 4, 3, 2, 1]);
});

test("playback is counted by page, quality and source, each with few values", async () => {
  const of = (labels: string) => `site_playback_stalls_total{${labels}}`;
  const [known, unknown, frames, dropped, bitrate] = await growth(
    [
      of('page="/swipe",quality="720p",source="2"'),
      of('page="other",quality="2160p",source="5"'),
      "site_playback_frames_total",
      "site_playback_dropped_frames_total",
      'site_playback_bitrate_bits_sum{page="/swipe",quality="720p"}',
    ],
    async () => {
      const shown = { frames: "1500", dropped: "3", bitrate: "1200" };
      await tell({ ...smooth, ...shown, page: "/swipe", height: "540", source: "2" });
      await tell({ ...smooth, page: "/made-up", height: "4320", source: "77" });
    },
  );
  expect([known, unknown, frames, dropped, bitrate]).toEqual([2, 2, 1_500, 3, 1_200_000]);
  expect(await page()).not.toContain("made-up");
});

test("web vitals are in histograms by page", async () => {
  const names = [
    'site_page_largest_paint_seconds_bucket{le="2.5",page="/"}',
    'site_page_largest_paint_seconds_count{page="/"}',
    'site_page_interaction_seconds_sum{page="/"}',
    'site_page_layout_shift_sum{page="other"}',
  ];
  const grown = await growth(names, async () => {
    expect((await tell({ page: "/", lcp: "2400", inp: "150" })).status).toBe(204);
    expect((await tell({ page: "/", lcp: "2600" })).status).toBe(204);
    expect((await tell({ page: "/login", cls: "70" })).status).toBe(204);
  });
  expect(grown.map((value) => Math.round(value * 1_000) / 1_000)).toEqual([1, 2, 0.15, 0.07]);
});

test.each([
  [{}],
  [{ page: "/" }],
  [{ page: "/", lcp: "-1" }],
  [{ page: "/", lcp: "12", video: "100001" }],
  [{ ...smooth, height: "tall" }],
  [{ ...smooth, stalls: "-1" }],
  [{ ...smooth, stalls: "1e3" }],
  [{ ...smooth, firstFrame: "9999999" }],
  [{ ...smooth, video: "100001" }],
])("a report such as %j is refused", async (fields: Record<string, string>) => {
  const before = valueIn(await page(), "site_playback_stalls_total");
  expect((await tell(fields)).status).toBe(400);
  expect(valueIn(await page(), "site_playback_stalls_total")).toBe(before);
});

test("too frequent telemetry is refused, and the refusal is counted", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  const [refused = 0] = await growth(['site_refused_total{what="quality"}'], async () => {
    const answers = [];
    for (let time = 0; time < 62; time += 1) answers.push((await tell(smooth, visitor)).status);
    expect(answers.slice(-2)).toEqual([429, 429]);
  });
  expect(refused).toBe(2);
});

test("a failing upstream server is named by its number, not by its address", async () => {
  await using front = await startFaultyFront(running.upstream.url);
  const own = createMetrics();
  const settings = { ...running.upstream.forSite, url: front.url };
  await using site = await startSite(settings, { metrics: own, metricsToken: token });
  await front.spoil("HTTP 500" satisfies keyof typeof faults);
  for (let time = 0; time < 8; time += 1) await site.visit().read("/");
  await vi.waitFor(async () => {
    const text = await site.visit().read("/metrics", withToken);
    expect(valueIn(text, 'site_upstream_open{server="1"}')).toBe(1);
  }, PATIENCE);
  const text = await site.visit().read("/metrics", withToken);
  expect(text).toMatch(/site_upstream_call_seconds_count\{call="[\w.]+",outcome="status"\} \d/);
  expect(text).not.toContain(new URL(front.url).host);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
});

test("no visitor input creates a new metric", async () => {
  const lines = async () => (await page()).match(/^site_\S+/gm);
  const visitor = running.site.visit();
  const ask = async (word: string) => {
    for (const path of [
      `/${word}`,
      `/${word}.png`,
      `/sreinfo?searchStr=${word}`,
      `/${word}.data`,
    ]) {
      await visitor.read(path);
    }
    await visitor.read(`/ad/${word}/1/click`, { method: "POST" });
  };
  for (const word of ["one", "two"]) await ask(word);
  const before = await lines();
  expect(before?.length).toBeGreaterThan(50);
  for (const word of ["three", "four", "five"]) await ask(word);
  expect(await lines()).toEqual(before);
});
