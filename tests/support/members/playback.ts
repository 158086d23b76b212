import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../server/upstream/db/client.ts";
import { episodes, members, siteSettings } from "../../../server/upstream/db/schema.ts";
import { withLockedAccount } from "../../../server/upstream/domain/ledger.ts";
import type { Visitor } from "../servers/site.ts";

/** Opens a video's page. Returns the ids and addresses of its episodes, source by source. */
export async function openVideo(db: Database, visitor: Visitor, code: number) {
  const page = await visitor.read(`/videoinfo.data?id=${code}`);
  const addresses = page.match(/\/stream\/[\w./-]+\/(index\.m3u8|media)/g) ?? [];
  const rows = await db
    .select()
    .from(episodes)
    .where(eq(episodes.videoCode, code))
    .orderBy(asc(episodes.sourceSort), asc(episodes.sort));
  if (addresses.length !== rows.length) throw new Error(`${addresses.length} of ${rows.length}`);
  return rows.map(({ id }, index) => ({ id, address: addresses[index] ?? "" }));
}

/** The addresses in a playlist, including those in attributes. */
export const addressesIn = (playlist: string) =>
  playlist.match(/\/stream\/[\w./-]+\/(index\.m3u8|media(\.\w+)?|text\.vtt)/g) ?? [];

export const secondsOf = (playlist: string) =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, value]) => sum + Number(value), 0);

/** The playlists of all qualities behind an episode's address. */
export async function qualities(visitor: Visitor, address: string): Promise<string[]> {
  const master = await visitor.read(address);
  return Promise.all(addressesIn(master).map((variant) => visitor.read(variant)));
}

export async function giveCoins(db: Database, code: string, amount: number) {
  const [member] = await db.select().from(members).where(eq(members.code, code));
  await withLockedAccount(db, member?.id ?? 0, ({ move }) =>
    move({ unit: "coins", amount, reason: "operator", note: "测试" }),
  );
}

/** Calls `look` while the preview is set to this many seconds. */
export async function withPreview<Result>(
  db: Database,
  seconds: number,
  look: () => Promise<Result>,
): Promise<Result> {
  const set = (value: number) =>
    db.update(siteSettings).set({ value }).where(eq(siteSettings.key, "shikan"));
  await set(seconds);
  return look().finally(() => set(15));
}
