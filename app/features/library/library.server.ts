import { z } from "zod/v4";
import type { Context } from "../../../server/context.ts";
import type { LibraryRecord } from "../../../server/contract/index.ts";
import type { ActionResult } from "../../../server/domain/actions.ts";
import { actionDone, actionFailed, handleIntent } from "../../ui/form/action-result.ts";
import { shanghaiDay, shanghaiInstant } from "./history/days.ts";
import { favouriteIntents, type Kept } from "./library-videos.ts";

/** One page of the history. */
export interface HistoryPage {
  page: number;
  rows: Kept[];
  last: boolean;
}

export async function favourites(context: Context): Promise<Kept[]> {
  return kept(context, await context.api.library.favourites());
}

const codes = z.array(z.string().max(40)).max(1_000);

/** Removes those that the form names, or all of them, also those that this device has never seen. */
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

/** What was watched since this device last cleared its history. */
export async function historyPage(context: Context, page: number): Promise<HistoryPage> {
  const { items, sent } = await context.api.library.history(page);
  const since = context.session.historyClearedAt ?? 0;
  const rows = kept(context, items).filter(({ keptAt }) => since === 0 || keptAt > since);
  return { page, rows, last: context.lists.isLast(sent) || rows.length < items.length };
}

/** The first page together with what its grouping by days needs. */
export async function history(context: Context, page: number) {
  const first = await historyPage(context, page);
  return { first, since: context.session.historyClearedAt ?? 0, today: shanghaiDay(Date.now()) };
}

/**
 * The upstream keeps its records, so this device remembers the moment. An upstream whose clock is ahead may have
 * records from after that moment already: they count as older too.
 */
export async function clearHistory({ api, session }: Context): Promise<ActionResult> {
  const newest = await api.library.history(1).then(
    ({ items }) => items.map(({ createdAt }) => shanghaiInstant(createdAt)),
    () => [],
  );
  session.update({ historyClearedAt: Math.max(Date.now(), ...newest) });
  return actionDone();
}

/** Records do not say whether a video is for VIP members. */
function kept(context: Context, records: LibraryRecord[]): Kept[] {
  return records.flatMap((record) => {
    const keptAt = shanghaiInstant(record.createdAt);
    return context.cards([{ ...record, vip: false }]).map((card) => ({ ...card, keptAt }));
  });
}
