import { setTimeout as pass } from "node:timers/promises";
import { request } from "undici";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { disposable } from "../../support/disposable.ts";
import { type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { computedMs, megabytes } from "../setup/cores.ts";
import { type MediaKind, mediaNames } from "../setup/media-kinds.ts";
import { startSiteToBrowse } from "../setup/servers.ts";
import { returningVisits } from "../setup/visitors.ts";

/**
 * What the first seconds of films cost the site: the memory that its process holds while many visitors open different films at
 * once, and the processor's time for a film that nobody has opened before and for one that somebody has:
 * `npm run build && npx tsx tests/bench/measures/beginnings.ts [--media ts-single]`.
 */

const FILMS = 200;
const KINDS: MediaKind[] = ["ts-multivariant", "ts-single", "ts-aes", "own"];
/** What one visitor may have open at once is a little more. */
const FILMS_OF_ONE = 10;
/** What docs/settings.md allows a stream. */
const MB_EACH = 2;
/** In milliseconds between two looks at the memory. */
const LOOK_MS = 20;

/** The most that a process holds until `work` is done, in MB. */
async function mostHeld(pid: number, work: Promise<unknown>): Promise<number> {
  let most = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, megabytes(pid));
    await pass(LOOK_MS);
  }
  await done;
  return most;
}

async function measureKind(kind: MediaKind, count: number): Promise<Measured[]> {
  // all come from one address, which may have half of all streams open
  const settings = { OPEN_STREAMS: String(4 * count) };
  await using site = disposable(await startSiteToBrowse(undefined, kind, undefined, settings));
  const visitors = (await returningVisits(site.url, Math.ceil(count / FILMS_OF_ONE))).open;
  const rows = await site.upstream.db
    .selectDistinct({ code: episodes.videoCode })
    .from(episodes)
    .orderBy(episodes.videoCode)
    .limit(count + 1);
  const [first, ...codes] = rows.map(({ code }) => code);

  /** Its bytes; 0 for a film without a beginning, or if the site, busy with all the others, gave up. */
  async function open(code: number | undefined, index = 0): Promise<number> {
    const headers = visitors[index % visitors.length];
    const url = new URL(`/stream/${code}/0/0/beginning`, site.url);
    const { statusCode, body } = await request(url, { headers });
    const bytes = await body.arrayBuffer().catch(() => new ArrayBuffer(0));
    return statusCode === 200 ? bytes.byteLength : 0;
  }
  const openAll = () => Promise.all(codes.map(open));
  const computed = async (work: () => Promise<unknown>) => {
    const before = computedMs(site.pid);
    await work();
    return (computedMs(site.pid) - before) / codes.length;
  };

  // the code for it is loaded once
  await open(first);
  const group = `beginnings, ${mediaNames[kind]}`;
  const row = (what: string, value: number, unit: string): Measured => ({
    group,
    what,
    value,
    unit,
  });
  const before = megabytes(site.pid);
  let most = 0;
  let sizes: number[] = [];
  const miss = await computed(async () => {
    const opened = openAll();
    most = await mostHeld(site.pid, opened);
    sizes = (await opened).filter((size) => size > 0);
  });
  // one, because the cache is smaller than all of them, and has dropped it
  await open(first);
  const hit = await computed(() => Promise.all(codes.map((_code, index) => open(first, index))));
  return [
    row("before: held", before, "MB"),
    {
      ...row(`${codes.length} films at once: the most held`, most, "MB"),
      goal: { atMost: Math.round(before) + codes.length * MB_EACH },
    },
    row(`${codes.length} films at once: came whole`, sizes.length, ""),
    row("one of them", median(sizes) / 1024, "KB"),
    row("processor, opened for the first time", miss, "ms"),
    row("processor, opened before", hit, "ms"),
  ];
}

export async function measure({ quick, media = KINDS }: MeasureOptions): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const kind of media) measured.push(...(await measureKind(kind, quick ? 20 : FILMS)));
  return measured;
}

runAlone(import.meta.url, measure);
