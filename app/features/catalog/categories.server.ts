import type { Context } from "../../../server/context.ts";
import type { Category } from "../../../server/contract/index.ts";

/** A category as it is chosen by; two levels are shown. */
export interface Choice {
  code: string;
  name: string;
  children: { code: string; name: string }[];
}

export async function categories({ api }: Context): Promise<Choice[]> {
  const tree = await api.category.tree();
  return tree.map((category) => ({ ...named(category), children: category.children.map(named) }));
}

const named = ({ code, name }: Category) => ({ code, name });
