import type { Context } from "../../../../server/context.ts";
import type { AdCardData } from "../../../../server/domain/cards.ts";

export async function mineAds(context: Context): Promise<{ ads: AdCardData[] }> {
  const { mine } = await context.ads();
  return { ads: mine };
}
