import type { Context } from "../../../server/context.ts";
import type { ResultsQuery } from "./results-query.ts";

/** Type code of the hidden section. */
const HIDDEN = "42";

export const mayList = async ({ member }: Context, { type }: ResultsQuery) =>
  type !== HIDDEN || member.mayEnterHiddenSection().catch(() => false);

export const resultsPage = ({ api, lists }: Context, { page, ...query }: ResultsQuery) =>
  lists.page(page, api.catalogue.search(query, page));
