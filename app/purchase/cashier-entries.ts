/** The Navigation API as far as it is used; not in TypeScript's DOM types. */
interface Entries {
  entries(): { url: string | null }[];
  currentEntry: { index: number } | null;
}

const history = (): Entries | undefined =>
  "navigation" in window ? (window.navigation as Entries) : undefined;

/** A video's page is the same at any of its seconds. */
const pageOf = ({ pathname, searchParams }: URL) => `${pathname}?${searchParams.get("id") ?? ""}`;
const pageAt = (path: string) => pageOf(new URL(path, window.location.href));

const isPaying = (page: string) => /^\/(pay|vip|cashier\/.+)\?/.test(page);

/**
 * How many history entries lie between this one and the page that a payment was for, where only the cashier and the pages
 * that led to it do; 0 where that is not so, and in browsers without the Navigation API, where they stay.
 */
export function entriesBackTo(page: string): number {
  const navigation = history();
  const here = navigation?.currentEntry?.index ?? 0;
  const pages = navigation?.entries().map(({ url }) => (url ? pageOf(new URL(url)) : "")) ?? [];
  const before = pages.slice(0, here).reverse();
  const steps = before.findIndex((one) => !isPaying(one)) + 1;
  return before[steps - 1] === pageAt(page) ? steps : 0;
}

/** Whether the page that is open is that one, come to by way of a cashier. */
export const isReturnTo = (page: string) =>
  page !== "" && pageOf(new URL(window.location.href)) === pageAt(page);
