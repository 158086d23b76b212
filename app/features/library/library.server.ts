import { z } from "zod";
import type { Context } from "../../../server/context.ts";
import type { LibraryRecord } from "../../../server/contract/index.ts";
import { VIDEO_CODE } from "../../../server/contract/rules.ts";
import type { ActionResult } from "../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, handleIntent } from "../../results/action-result.ts";
import {
  type FavouriteCursor,
  favouriteIntents,
  joinCodes,
  type LibraryPage,
  type LibraryVideo,
  parseCursor,
  shanghaiDay,
  shanghaiInstant,
} from "./library-videos.ts";

const PAGE_SIZE = 20;

/** A page starts after the record that `after` names or, if that has been removed since, at its place in time. */
export async function loadFavourites(context: Context, params: URLSearchParams, page: number) {
  const records = await context.favourites.list(page > 1);
  const after = parseCursor(params.get("after"));
  const begin = after ? indexAfter(records, after) : (page - 1) * PAGE_SIZE;
  const end = begin + PAGE_SIZE;
  const rows = toLibraryVideos(context, records.slice(begin, end));
  const first: LibraryPage = { page, rows, last: end >= records.length };
  return { first, codes: joinCodes(records.map(({ code }) => code)) };
}

function indexAfter(records: readonly LibraryRecord[], { code, addedAt }: FavouriteCursor): number {
  const index = records.findIndex((record) => record.code === code);
  if (index >= 0) return index + 1;
  const older = records.findIndex(({ createdAt }) => shanghaiInstant(createdAt) <= addedAt);
  return older < 0 ? records.length : older;
}

const MAX_CODES = 1_000; // per upstream call

const codes = z.array(z.string().max(40)).max(MAX_CODES);

/** Removes the given favourites, or all of them if the form has no intent. */
export const removeFavourites = (context: Context, form: FormData): Promise<ActionResult> =>
  handleIntent(
    form,
    {
      [favouriteIntents.remove]: () => {
        const named = codes.safeParse(form.getAll("code"));
        const chosen = new Set(named.data);
        return named.success ? removeMatching(context, ({ code }) => chosen.has(code)) : failed;
      },
    },
    () => removeMatching(context, () => true),
  );

const failed = actionFailed({ reason: "unavailable", message: "" });

async function removeMatching(
  { favourites, api }: Context,
  matches: (record: { code: string }) => boolean,
): Promise<ActionResult> {
  try {
    const ids = (await api.library.favourites()).filter(matches).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += MAX_CODES) {
      await api.library.remove(ids.slice(from, from + MAX_CODES));
    }
    return actionDone();
  } catch {
    return failed;
  } finally {
    await favourites.forget();
  }
}

export async function listHistory(context: Context, page: number): Promise<LibraryPage> {
  const { items, sent } = await context.api.library.history(page);
  const clearedAt = context.session.historyClearedAt ?? 0;
  const rows = toLibraryVideos(context, items).filter(
    ({ addedAt }) => clearedAt === 0 || addedAt > clearedAt,
  );
  return { page, rows, last: context.lists.isLast(sent) || rows.length < items.length };
}

export async function loadHistory(context: Context, page: number) {
  const first = await listHistory(context, page);
  return {
    first,
    clearedAt: context.session.historyClearedAt ?? 0,
    today: shanghaiDay(Date.now()),
  };
}

const MAX_TO_CONTINUE = 20;
const namedVideos = z.array(z.string().regex(VIDEO_CODE)).max(MAX_TO_CONTINUE);

export async function showableVideos(context: Context, requested: string[]) {
  const named = namedVideos.safeParse(requested);
  if (!named.success) return null;
  const codes =
    named.data.length > 0
      ? named.data
      : (await listHistory(context, 1)).rows.map(({ code }) => code);
  const found = await Promise.all(
    codes.map(async (code) => {
      const video = (await context.findVideo(code))?.video;
      return video && !(await context.isOfHiddenSection(video)) ? [video] : [];
    }),
  );
  return context.cards(found.flat());
}

/** The upstream cannot delete records, so the session stores the time of clearing, by the upstream's clock. */
export async function clearHistory({ api, session }: Context): Promise<ActionResult> {
  const newest = await api.library.history(1).then(
    ({ items }) => items.map(({ createdAt }) => shanghaiInstant(createdAt)),
    () => [],
  );
  session.update({ historyClearedAt: Math.max(Date.now(), ...newest) });
  return actionDone();
}

/** `vip` is false, because the upstream's records do not contain it. */
function toLibraryVideos(context: Context, records: readonly LibraryRecord[]): LibraryVideo[] {
  return records.flatMap((record) => {
    const addedAt = shanghaiInstant(record.createdAt);
    return context.cards([{ ...record, vip: false }]).map((card) => ({ ...card, addedAt }));
  });
}
