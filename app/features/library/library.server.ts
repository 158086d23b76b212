import { z } from "zod/v4";
import type { Context } from "../../../server/context.ts";
import type { LibraryRecord } from "../../../server/contract/index.ts";
import type { ActionResult } from "../../../server/domain/actions.ts";
import { actionDone, actionFailed, handleIntent } from "../../ui/form/action-result.ts";
import { shanghaiDay, shanghaiInstant } from "./history/days.ts";
import { favouriteIntents, type LibraryVideo } from "./library-videos.ts";

export interface HistoryPage {
  page: number;
  rows: LibraryVideo[];
  last: boolean;
}

export async function listFavourites(context: Context): Promise<LibraryVideo[]> {
  return toLibraryVideos(context, await context.api.library.favourites());
}

const codes = z.array(z.string().max(40)).max(1_000);

/** Without an intent all favourites are removed, on every device. */
export const removeFavourites = ({ api }: Context, form: FormData): Promise<ActionResult> =>
  handleIntent(
    form,
    {
      [favouriteIntents.remove]: () => {
        const named = codes.safeParse(form.getAll("code"));
        return named.success ? removeThose(api, ({ code }) => named.data.includes(code)) : failed;
      },
    },
    () => removeThose(api, () => true),
  );

const failed = actionFailed({ reason: "unavailable", message: "" });

async function removeThose(
  api: Context["api"],
  isMeant: (record: { code: string }) => boolean,
): Promise<ActionResult> {
  try {
    const records = (await api.library.favourites()).filter(isMeant);
    if (records.length > 0) await api.library.remove(records.map(({ id }) => id));
    return actionDone();
  } catch {
    return failed;
  }
}

export async function listHistory(context: Context, page: number): Promise<HistoryPage> {
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

/** The upstream cannot delete records: the session stores the upstream's time of clearing. */
export async function clearHistory({ api, session }: Context): Promise<ActionResult> {
  const newest = await api.library.history(1).then(
    ({ items }) => items.map(({ createdAt }) => shanghaiInstant(createdAt)),
    () => [],
  );
  session.update({ historyClearedAt: Math.max(Date.now(), ...newest) });
  return actionDone();
}

/** The upstream's records do not say whether a video is for VIP members. */
function toLibraryVideos(context: Context, records: LibraryRecord[]): LibraryVideo[] {
  return records.flatMap((record) => {
    const addedAt = shanghaiInstant(record.createdAt);
    return context.cards([{ ...record, vip: false }]).map((card) => ({ ...card, addedAt }));
  });
}
