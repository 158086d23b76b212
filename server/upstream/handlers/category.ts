import { asc, eq } from "drizzle-orm";
import type { categoryEndpoints } from "../../contract/category.ts";
import { videoCategories } from "../db/schema.ts";
import type { Handlers } from "../http/implement.ts";

export const categoryHandlers: Handlers<{ category: typeof categoryEndpoints }>["category"] = {
  async tree(_body, { db }) {
    const rows = await db
      .select()
      .from(videoCategories)
      .where(eq(videoCategories.kind, "tag"))
      .orderBy(asc(videoCategories.sort), asc(videoCategories.code));
    const below = (parent: string | null) => rows.filter((row) => row.parentCode === parent);
    return below(null).map((top) => ({
      dictCode: top.code,
      dictName: top.name,
      childList: below(top.code).map((leaf) => ({ dictCode: leaf.code, dictName: leaf.name })),
    }));
  },
};
