import type { Context } from "../../../server/context.ts";
import { HIDDEN_SECTION_CODE } from "../../../server/contract/rules.ts";
import type { ResultsQuery } from "./results-query.ts";

export const mayList = async ({ member }: Context, { type }: ResultsQuery) =>
  type !== HIDDEN_SECTION_CODE || member.mayEnterHiddenSection().catch(() => false);

export const resultsPage = ({ api, lists }: Context, { page, ...query }: ResultsQuery) =>
  lists.page(page, api.catalogue.search(query, page));
