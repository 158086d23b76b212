import { sql } from "drizzle-orm";
import type { Database } from "../../../server/upstream/db/client.ts";
import { openStore } from "../../../server/upstream/db/open-store.ts";
import { seedWhenEmpty } from "../../../server/upstream/db/seed/seed.ts";
import {
  categoryScope,
  findNewest,
  searchVideos,
} from "../../../server/upstream/domain/catalogue.ts";
import { type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { addVideos } from "../setup/more-videos.ts";

/**
 * Searching 12,000 videos: `npx tsx tests/bench/measures/upstream-search.ts`. With `BENCH_DATABASE=postgres://…` in that
 * database, which is filled, else in PGlite.
 */

const VIDEOS = 12_000;

type Ask = () => Promise<unknown[]>;

function questionsTo(db: Database): Record<string, Ask[]> {
  const query = { term: "", type: "", subtypes: [], page: 1 };
  const term = (text: string, more = {}) => searchVideos(db, { ...query, term: text, ...more });
  return {
    "a search for words": [
      ...["山", "的", "极光", "夜潮：月下的一小时", "霓虹散步 第3集", "没有这个"].map(
        (text) => () => term(text),
      ),
      () => term("山", { page: 100 }),
      () => term("山", { type: "102" }),
    ],
    "a list of a type, tag or topic": [
      ...["0", "15", "101", "31"].map((type) => () => searchVideos(db, { ...query, type })),
      () => findNewest(db, categoryScope(db, "101")),
      () => findNewest(db, categoryScope(db, "101"), 30),
      () => findNewest(db, categoryScope(db, "62", ["68", "135"])),
    ],
  };
}

async function msOf(ask: Ask, rounds: number) {
  await ask();
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) await ask();
  return (performance.now() - started) / rounds;
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const { db, close } = await openStore(process.env.BENCH_DATABASE);
  try {
    await seedWhenEmpty(db);
    await addVideos(db, VIDEOS);
    await db.execute(sql`vacuum analyze videos`);
    const group = "reference upstream, search among 12,000 videos";
    const rows: Measured[] = [];
    for (const [what, questions] of Object.entries(questionsTo(db))) {
      const times: number[] = [];
      for (const ask of questions) times.push(await msOf(ask, quick ? 2 : 20));
      rows.push({ group, what: `${what}, median`, value: median(times), unit: "ms" });
      rows.push({ group, what: `${what}, slowest`, value: Math.max(...times), unit: "ms" });
    }
    return rows;
  } finally {
    await close();
  }
}

runAlone(import.meta.url, measure);
