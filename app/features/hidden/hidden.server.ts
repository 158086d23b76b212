import { z } from "zod";
import type { Context } from "../../../server/context.ts";
import type { Shelf as UpstreamShelf } from "../../../server/contract/index.ts";

const queryParams = z.object({
  shelf: z.string().max(40).catch(""),
  batch: z.coerce.number().int().min(1).catch(1),
});
type HiddenQuery = z.output<typeof queryParams>;

export const parseHiddenQuery = (params: URLSearchParams): HiddenQuery =>
  queryParams.parse(Object.fromEntries(params));

export function hiddenPageData(context: Context, query: HiddenQuery) {
  const mayEnter = context.member.mayEnterHiddenSection();
  return {
    shelves: mayEnter.then((yes) => (yes ? loadShelves(context, query) : null)),
    ads: mayEnter.then(async (yes) => (yes ? (await context.ads()).hidden : [])),
  };
}

export async function hiddenRows(context: Context, params: URLSearchParams, page: number) {
  if (!(await context.member.mayEnterHiddenSection())) return null;
  const { shelf } = parseHiddenQuery(params);
  return { page, rows: context.cards(await context.api.catalogue.batch(shelf)), last: false };
}

async function loadShelves(context: Context, query: HiddenQuery) {
  const { shelf, batch } = query;
  const [all, videos] = await Promise.all([
    context.api.catalogue.hidden(),
    shelf && batch > 1 ? context.api.catalogue.batch(shelf).catch(() => []) : [],
  ]);
  const withBatch = (one: UpstreamShelf) =>
    one.code === shelf && videos.length > 0 ? videos : one.videos;
  return all
    .map((one) => ({ ...one, videos: context.cards(withBatch(one)) }))
    .filter((one) => one.videos.length > 0);
}
export type ShelfOfCards = Awaited<ReturnType<typeof loadShelves>>[number];
