import { sql } from "drizzle-orm";
import { newest, within } from "../../server/upstream/catalogue.ts";
import { openStore } from "../../server/upstream/db/client.ts";
import { seedWhenEmpty } from "../../server/upstream/db/seed/seed.ts";
import { search } from "../../server/upstream/search.ts";

/**
 * Searching 12,000 videos: `npx tsx tests/bench/upstream-search.ts [postgres://…]`. Fills the given database.
 */

const VIDEOS = 12_000;
const ROUNDS = 20;

const { db, close } = await openStore(process.argv[2]);
await seedWhenEmpty(db);
await db.execute(sql`
  insert into videos (category_code, title, hot, score, created_at)
  select category_code, title || ' 之' || n, (hot * n) % 2000000, score, created_at - n * interval '1 hour'
  from videos, generate_series(1, 40) n where not restricted limit ${VIDEOS}`);
await db.execute("vacuum analyze videos");

async function time(name: string, work: () => Promise<unknown[]>) {
  const found = await work();
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) await work();
  const each = (performance.now() - started) / ROUNDS;
  console.log(`${name}: ${each.toFixed(1)} ms, ${found.length} on the page`);
}

const query = { term: "", type: "", subtypes: [], page: 1 };
for (const term of ["山", "的", "极光", "夜潮：月下的一小时", "霓虹散步 第3集", "没有这个"]) {
  await time(`term ${term}`, () => search(db, { ...query, term }));
}
await time("term 山, page 100", () => search(db, { ...query, term: "山", page: 100 }));
await time("term 山 in 102", () => search(db, { ...query, term: "山", type: "102" }));
for (const type of ["0", "15", "101", "31"]) {
  await time(`type ${type}`, () => search(db, { ...query, type }));
}
await time("tag 101", () => newest(db, within(db, "101")));
await time("tag 101, page 30", () => newest(db, within(db, "101"), 30));
await time("topic 62 68,135", () => newest(db, within(db, "62", ["68", "135"])));
await close();
