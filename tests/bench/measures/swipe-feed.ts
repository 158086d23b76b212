import { type CDPSession, chromium, type Page } from "playwright/test";
import { seededRandom } from "../../../server/upstream/db/seed/random.ts";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import { fingerOn } from "../../e2e/fixtures/touch.ts";
import { compare, type Measured, type MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { type MediaKind, mediaKinds, mediaNames } from "../setup/media-kinds.ts";
import { startSiteToBrowse } from "../setup/servers.ts";
import { held, launchOptions, objectsMb, phone, slowDown } from "../setup/slow-phone.ts";

/**
 * Two hundred swipes through the feed on a slow phone, each after a time of the same seeded trace: how long a slide's
 * video takes to its first frame, what is loaded and never watched, and what the page holds before and after. It takes
 * half an hour for each kind of media: `npm run build && npx tsx tests/bench/measures/swipe-feed.ts [--media ts-single]`.
 */

const FEED = "/swipe?tag=0";
const SWIPES = 200;
const SEED = 20_261_123;
/** In seconds, what a visitor who has not paid sees of a video. */
const PREVIEW = 15;

const FLAT = { atMost: 1.15 };

/** In seconds: a quarter leaves at once, two fifths see all that there is. */
function stays(count: number): number[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, () => {
    const kind = random.next();
    if (kind < 0.25) return 1 + 3 * random.next();
    return kind < 0.6 ? 4 + 11 * random.next() : PREVIEW + 2 * random.next();
  });
}

/** Notes for each slide when it filled half of the screen, whether its video was there, and when a frame was shown then. */
const noteFrames = `
  window.swipes = [];
  let shown = 0;
  document.addEventListener("scroll", ({ target }) => {
    const at = Math.round(target.scrollTop / target.clientHeight);
    if (!target.clientHeight || at === shown) return;
    shown = at;
    const began = performance.now();
    const own = () => document.querySelector('video[data-slide="' + at + '"]');
    const note = { there: (own()?.readyState ?? 0) >= 2 };
    swipes.push(note);
    const look = () => own()
      ? own().requestVideoFrameCallback((_now, { presentationTime }) => {
          note.ms = Math.max(0, presentationTime - began);
        })
      : requestAnimationFrame(look);
    look();
  }, { capture: true, passive: true });
`;

interface Fetched {
  code: string;
  /** In seconds of the video; the same for what is no segment. */
  from: number;
  to: number;
  bytes: number;
}

/**
 * What comes over the line, and for which video: by the playlists, and as videos of the demo share clips, by which
 * videos may load at the moment.
 */
async function watchLine(page: Page, devtools: CDPSession, site: string, loading: () => string[]) {
  /** Without the site's own origin, as playlists name what is in them. */
  const short = (url: string) => (url.startsWith(site) ? new URL(url).pathname : url);
  /** The codes of the videos that use an address or a segment in it. */
  const codesOf = new Map<string, Set<string>>();
  const segments = new Map<string, { from: number; to: number }>();
  const asked: { path: string; start: string; may: string[]; bytes: number }[] = [];
  const open = new Map<string, (typeof asked)[number]>();
  const note = (uri: string, codes: Iterable<string>) =>
    codesOf.set(uri, new Set([...(codesOf.get(uri) ?? []), ...codes]));

  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const path = short(request.url);
    // and what is on another host
    if (path.startsWith("/") && !path.startsWith("/stream/")) return;
    const start = /bytes=(\d+)-/.exec(request.headers.Range ?? "")?.[1] ?? "";
    const one = { path, start, may: loading(), bytes: 0 };
    open.set(requestId, one);
    asked.push(one);
  });
  devtools.on("Network.dataReceived", ({ requestId, dataLength }) => {
    const one = open.get(requestId);
    if (one) one.bytes += dataLength;
  });
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    const own = /^\/stream\/(\d+)\//.exec(pathname)?.[1];
    if (own) note(pathname, [own]);
    // a plain file's address leads on to the file
    const { location } = response.headers();
    if (own && location) note(location, [own]);
    if (!pathname.startsWith("/stream/") || !pathname.endsWith(".m3u8")) return;
    const text = await response.text().catch(() => "");
    const codes = codesOf.get(pathname) ?? [];
    let from = 0;
    for (const [, seconds, start = "", uri] of text.matchAll(
      /#EXTINF:([\d.]+),\s*(?:#EXT-X-BYTERANGE:\d+@(\d+)\s+)?(\S+)/g,
    )) {
      const to = from + Number(seconds);
      segments.set(`${uri} ${start}`, { from, to });
      from = to;
    }
    for (const [uri] of text.matchAll(/(?:\/stream\/|(?<=^)http)[^\s"]+/gm)) note(uri, codes);
  });
  /** Attributes each request to a video once the playlists are known. */
  return () => {
    const fetched: Fetched[] = [];
    for (const { path, start, may, bytes } of asked) {
      const { from, to } = segments.get(`${path} ${start}`) ?? { from: 0, to: 0 };
      const ofIt = may.filter((code) => codesOf.get(path)?.has(code));
      const isNew = (code: string) =>
        !fetched.some((one) => one.code === code && one.from === from && one.to > one.from);
      fetched.push({ code: ofIt.find(isNew) ?? ofIt[0] ?? "", from, to, bytes });
    }
    return fetched;
  };
}

/** Seconds of a video that were played, as [from, to]. */
type Watched = Map<string, [number, number][]>;

function unwatchedPercent(fetched: readonly Fetched[], watched: Watched): number {
  const counted = new Set<string>();
  let all = 0;
  let used = 0;
  for (const { code, from, to, bytes } of fetched) {
    all += bytes;
    const played = watched.get(code) ?? [];
    const seconds = played.reduce(
      (sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)),
      0,
    );
    if (to === from) used += played.length > 0 ? bytes : 0;
    // a range loaded twice counts as watched once
    else if (!counted.has(`${code} ${from}`)) used += bytes * Math.min(1, seconds / (to - from));
    if (to > from) counted.add(`${code} ${from}`);
  }
  return 100 * (1 - used / all);
}

/** What was played of the slide on the screen, and the codes of it and of those around it, by their places. */
const lookAt = (page: Page) =>
  page.evaluate(() => {
    const feed = document.querySelector("[role=feed]")?.parentElement;
    const at = Math.round((feed?.scrollTop ?? 0) / (feed?.clientHeight ?? 1));
    const { played } = document.querySelector<HTMLVideoElement>(`video[data-slide="${at}"]`) ?? {};
    const ranges = Array.from({ length: played?.length ?? 0 }, (_, index): [number, number] => [
      played?.start(index) ?? 0,
      played?.end(index) ?? 0,
    ]);
    const codes = Array.from(document.querySelectorAll("article"), (slide): [number, string] => [
      Number(slide.ariaPosInSet) - 1,
      /id=(\d+)/.exec(slide.querySelector("a[href*='id=']")?.getAttribute("href") ?? "")?.[1] ?? "",
    ]);
    return { at, ranges, codes };
  });

const share = (sorted: number[], of: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;

async function measureKind(media: MediaKind, quick: boolean): Promise<Measured[]> {
  const group = `swipe feed, ${mediaNames[media]}`;
  const site = await startSiteToBrowse(undefined, media);
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await browser.newContext({ ...phone, baseURL: site.url });
    await skipFirstVisit(context, site.url);
    await context.addInitScript({ content: noteFrames });
    const page = await context.newPage();
    const devtools = await slowDown(page);
    // few clips stand for all videos of the demo
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const order = new Map<number, string>();
    let shown = 0;
    const loading = () => [0, 1, 2].map((ahead) => order.get(shown + ahead) ?? "");
    const watched: Watched = new Map();
    const look = async () => {
      const { at, ranges, codes } = await lookAt(page);
      for (const [place, code] of codes) order.set(place, code);
      shown = at;
      watched.set(order.get(at) ?? "", ranges);
    };
    const html = await (
      await fetch(new URL(FEED, site.url), { headers: { cookie: "adult=1" } })
    ).text();
    const codes = new Set(html.match(/(?<=id=)\d+(?=&amp;ep=)/g));
    for (const [at, code] of [...codes].entries()) order.set(at, code);
    const fetchedBytes = await watchLine(page, devtools, site.url, loading);
    await page.goto(FEED);
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5);

    const finger = await fingerOn(page);
    const heap = async () => ({
      whole: (await held(devtools)).heapMb,
      objects: await objectsMb(devtools),
    });
    let before: Awaited<ReturnType<typeof heap>> | undefined;
    for (const [index, seconds] of stays(quick ? 20 : SWIPES).entries()) {
      await page.waitForTimeout(seconds * 1_000);
      // the first slides load what all slides share
      if (index === 5) before = await heap();
      await look();
      await finger.down(150, 720);
      await finger.moveBy(0, -560, 150);
      await finger.lift();
    }
    await page.waitForTimeout(4_000);
    await look();
    const after = await heap();

    const swipes = await page.evaluate<{ there: boolean; ms?: number }[]>("swipes");
    const there = swipes.filter((one) => one.there);
    const times = there.map(({ ms }) => ms ?? Number.NaN).toSorted((a, b) => a - b);
    const swiped = "from the slide that fills half of the screen to a frame of its video";
    return [
      { group, what: `${swiped}, p50`, value: share(times, 0.5), unit: "ms" },
      {
        group,
        what: `${swiped}, p95`,
        value: share(times, 0.95),
        unit: "ms",
        goal: { atMost: 250 },
      },
      {
        group,
        what: "slides whose video was there before the swipe",
        value: (100 * there.length) / swipes.length,
        unit: "%",
      },
      {
        group,
        what: "bytes of streams that were loaded and never watched",
        value: unwatchedPercent(fetchedBytes(), watched),
        unit: "%",
        goal: { atMost: 20 },
      },
      ...(["whole", "objects"] as const).map((part) =>
        compare(
          { group, what: `heap at the end, ${part}`, value: after[part], unit: "MB", goal: FLAT },
          { what: "after five swipes", value: before?.[part] ?? Number.NaN },
        ),
      ),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { quick, media = mediaKinds } = options;
  const rows: Measured[] = [];
  for (const kind of media) rows.push(...(await measureKind(kind, quick)));
  return rows;
}

runAlone(import.meta.url, measure);
