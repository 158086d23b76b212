import {
  fields,
  numberOf,
  oneOf,
  type StorageField,
  sitePath,
  storedText,
} from "./storage-fields.ts";

export interface EpisodeToBuy {
  video: string;
  episode: string;
}

export interface OpenOrder {
  product: "vip" | "coins";
  order: string; // its identifier, to ask whether it has been paid
  episode: EpisodeToBuy | null; // to be bought with the coins; null for coins alone or a membership
  isSearched: boolean; // whether the server is being polled for its payment
}

type PurchaseState = "idle" | "buying" | "shortOfCoins" | "paying" | "bought";

export interface Purchase {
  state: PurchaseState;
  episode: EpisodeToBuy | null; // the last one whose page was opened
  isPaid: boolean; // whether it is being bought with coins that have just been paid for
  order: OpenOrder | null; // null once paid, or after half an hour
  back: string; // path to return to after the payment; '' if none
  at: number; // last tap or order, milliseconds since 1970
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
  // a cashier leads back to the order
  outlastsIncognito: ({ order }) => order !== null,
  parse(stored) {
    const { state, episode, isPaid, order, back, at } = fields(stored);
    const read = { ...noPurchase, episode: episodeToBuy(episode) };
    if (Date.now() - numberOf(at) >= PURCHASE_MS) return read;
    return {
      ...read,
      state: states.parse(state),
      isPaid: isPaid === true,
      order: openOrder(order),
      back: sitePath(back),
      at: numberOf(at),
    };
  },
};
