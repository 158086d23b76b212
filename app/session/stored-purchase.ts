import {
  fields,
  numberOf,
  oneOf,
  ownPath,
  type StorageField,
  storedText,
} from "./storage-fields.ts";

export interface EpisodeToBuy {
  video: string;
  episode: string;
}

export interface OpenOrder {
  product: "vip" | "coins";
  /** By which the site is asked whether it has been paid. */
  order: string;
  /** What is bought with the coins; null for coins alone and for a membership. */
  episode: EpisodeToBuy | null;
  /** Whether the site is being asked, or the viewer has been told that it was in vain. */
  isSearched: boolean;
}

type PurchaseState = "idle" | "buying" | "shortOfCoins" | "paying" | "bought";

/** What is being bought in this tab (`app/purchase/purchase.ts`). */
export interface Purchase {
  state: PurchaseState;
  /** The one whose page was opened last. */
  episode: EpisodeToBuy | null;
  /** Whether it is being bought with coins that have just been paid for. */
  isPaid: boolean;
  /** Null once it has been paid, or when half an hour has passed. */
  order: OpenOrder | null;
  /** The page that is continued after a payment; '' for none. */
  back: string;
  /** When it was last tapped or ordered, in milliseconds since 1970. */
  at: number;
}

const PURCHASE_MS = 30 * 60_000;

const states = oneOf<PurchaseState>("idle", "buying", "shortOfCoins", "paying", "bought");

const episodeToBuy = (stored: unknown): EpisodeToBuy | null => {
  const { video, episode } = fields(stored);
  const id = storedText(episode);
  return id ? { video: storedText(video), episode: id } : null;
};

const openOrder = (stored: unknown): OpenOrder | null => {
  const { product, order, episode, isSearched } = fields(stored);
  if ((product !== "vip" && product !== "coins") || storedText(order) === "") return null;
  return {
    product,
    order: storedText(order),
    episode: episodeToBuy(episode),
    isSearched: isSearched === true,
  };
};

const noPurchase: Purchase = {
  state: states.empty,
  episode: null,
  isPaid: false,
  order: null,
  back: "",
  at: 0,
};

export const storedPurchase: StorageField<Purchase> = {
  empty: noPurchase,
  parse(stored) {
    const { state, episode, isPaid, order, back, at } = fields(stored);
    const read = { ...noPurchase, episode: episodeToBuy(episode) };
    if (Date.now() - numberOf(at) >= PURCHASE_MS) return read;
    return {
      ...read,
      state: states.parse(state),
      isPaid: isPaid === true,
      order: openOrder(order),
      back: ownPath(back),
      at: numberOf(at),
    };
  },
};
