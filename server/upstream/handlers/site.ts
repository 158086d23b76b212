import type { siteEndpoints } from "../../contract/site.ts";
import { siteSettings } from "../db/site-schema.ts";
import type { Handlers } from "../http/implement.ts";

export const siteHandlers: Handlers<{ site: typeof siteEndpoints }>["site"] = {
  /** The stored switches as they are; the contract reads a missing one as off. */
  async config(_body, { db }) {
    const rows = await db.select().from(siteSettings);
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  },
};
