import type { AdCard } from "../../../server/context/cards.ts";
import type { Context } from "../../../server/context/index.ts";

/** The ads of the member's page. */
export async function ownAds(context: Context): Promise<{ ads: AdCard[] }> {
  const { mine } = await context.ads();
  return { ads: mine };
}
