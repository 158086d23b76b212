import { z } from "zod/v4";
import { read } from "./endpoint.ts";
import { identifier, list, text } from "./scalars.ts";

export interface Category {
  code: string;
  name: string;
  children: Category[];
}

interface CategoryWire {
  dictCode: string | number;
  dictName?: string | null;
  childList?: CategoryWire[] | null;
  children?: CategoryWire[] | null;
}

const category: z.ZodType<Category, CategoryWire> = z.lazy(() =>
  z
    .object({
      dictCode: identifier,
      dictName: text,
      childList: list(category).optional(),
      children: list(category).optional(),
    })
    .transform((wire) => ({
      code: wire.dictCode,
      name: wire.dictName,
      children: wire.childList ?? wire.children ?? [],
    })),
) as z.ZodType<Category, CategoryWire>;

export const categoryEndpoints = {
  /** The category tree; its top level are the home page's tags. */
  tree: read("/app-api/cartoon/listLeftType", {
    body: z.object({ dictCode: z.string(), dictLevel: z.literal(1) }),
    send: () => ({ dictCode: "0", dictLevel: 1 as const }),
    data: list(category),
    encrypted: true,
  }),
};
