import { LRUCache } from "lru-cache";
import { memberLists } from "../cache-times.ts";
import type { Contract, LibraryRecord } from "../contract/index.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";

/** Newest first, without duplicates. The upstream sends all of them at once. */
export interface MemberFavourites {
  /** @param later for later pages: uses what the first one cached, if still there */
  list(later: boolean): Promise<readonly LibraryRecord[]>;
  forget(): Promise<void>;
}

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

export function createFavourites(options: {
  api: Client<Contract>;
  credentials: () => Promise<Credentials>;
  lists: ReturnType<typeof createFavouriteLists>;
}): MemberFavourites {
  const { api, lists } = options;
  const key = async () => {
    const { memberCode, token } = await options.credentials();
    return `${memberCode} ${token}`;
  };
  return {
    async list(later) {
      const cached = later ? lists.get(await key()) : undefined;
      if (cached) return cached;
      const seen = new Set<string>();
      const records = (await api.library.favourites()).filter(
        ({ code }) => !seen.has(code) && seen.add(code),
      );
      lists.set(await key(), records);
      return records;
    },
    forget: async () =>
      void (await key().then(
        (name) => lists.delete(name),
        () => undefined,
      )),
  };
}
