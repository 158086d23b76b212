import type { Context } from "../../../../server/context.ts";
import type { AdCard } from "../../../../server/domain/cards.ts";

/** The ads of the member's page. */
export async function ownAds(context: Context): Promise<{ ads: AdCard[] }> {
  const { mine } = await context.ads();
  return { ads: mine };
}
