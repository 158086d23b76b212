import { LRUCache } from "lru-cache";
import { memberLists } from "../cache-times.ts";
import type { Contract, LibraryRecord } from "../contract/index.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";

const RECORD_BYTES = 200;

const bytesOf = (records: readonly LibraryRecord[]) =>
  records.reduce(
    (sum, { title, cover, author }) =>
      sum + RECORD_BYTES + 2 * (title.length + cover.length + author.length),
    RECORD_BYTES,
  );

/** Used for later pages; first pages always call the upstream. */
export const createFavouriteLists = (capacity: number) =>
  new LRUCache<string, readonly LibraryRecord[]>({
    maxSize: capacity,
    ttl: memberLists,
    sizeCalculation: bytesOf,
  });

/** A member's favourites, which the upstream sends all at once. */
export function createFavourites(options: {
  api: Client<Contract>;
  credentials: () => Promise<Credentials>;
  lists: ReturnType<typeof createFavouriteLists>;
}) {
  const { api, lists } = options;
  const key = async () => {
    const { memberCode, token } = await options.credentials();
    return `${memberCode} ${token}`;
  };
  return {
    /**
     * Newest first, without duplicates.
     * @param later for later pages: uses what the first one cached, if still there
     */
    async list(later: boolean): Promise<readonly LibraryRecord[]> {
      const cached = later ? lists.get(await key()) : undefined;
      if (cached) return cached;
      const seen = new Set<string>();
      const records = (await api.library.favourites()).filter(
        ({ code }) => !seen.has(code) && seen.add(code),
      );
      lists.set(await key(), records);
      return records;
    },
    async forget() {
      const name = await key().catch(() => undefined);
      if (name) lists.delete(name);
    },
  };
}
