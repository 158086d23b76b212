import { createCache } from "../api/cache.ts";
import { type Credentials, createClient } from "../api/client.ts";
import { createCodec } from "../api/codec.ts";
import { createDownloader } from "../api/download.ts";
import { createTransport } from "../api/transport.ts";
import { contract } from "../contract/index.ts";
import { createSealer } from "../seal.ts";
import { createPurchases } from "./access.ts";
import { createCashier } from "./cashier.ts";
import { createGuests, createHouseGuest } from "./guests.ts";
import { createImages } from "./images.ts";
import { createLoginLimits } from "./limits.ts";
import { createOrders } from "./orders.ts";
import { createStreams } from "./streams.ts";
import { createUpstreamAddresses } from "./upstream-address.ts";

/** How to reach and understand the upstream. */
export interface UpstreamSettings {
  url: string;
  aesKey: Buffer;
  aesIv: Buffer;
  securityHeader: string;
  /** What the upstream answers where a member owns an episode. */
  boughtMark: string;
  timeoutMs: number;
}

const CACHED_ANSWERS = 2_000;

const nobody = {
  credentials: () => Promise.reject(new Error("a member call was made where nobody is visiting")),
};

/**
 * What lives as long as the process and is the same for every visitor.
 *
 * @param pictures where drawn pictures are kept over restarts, and how many bytes of them
 */
export function createServices(
  upstream: UpstreamSettings,
  secrets: readonly string[],
  pictures?: { folder: string; maxBytes: number },
) {
  const transport = createTransport({ baseUrl: upstream.url, timeoutMs: upstream.timeoutMs });
  const downloader = createDownloader({ timeoutMs: upstream.timeoutMs });
  const houseGuest = createHouseGuest(() => visitorless.member.registerGuest);
  const connect = createClient(contract, {
    transport,
    codec: createCodec({ key: upstream.aesKey, iv: upstream.aesIv }),
    cache: createCache({ entries: CACHED_ANSWERS }),
    securityHeader: upstream.securityHeader,
    houseGuest,
  });
  const visitorless = connect(nobody);
  const sealer = createSealer(secrets);
  const addresses = createUpstreamAddresses(upstream.url);
  const bind = (guest: Credentials, inviter: string) =>
    connect({ credentials: async () => guest }).invite.bind(inviter);

  return {
    connect,
    sealer,
    guests: createGuests(visitorless.member.registerGuest, bind),
    purchases: createPurchases(),
    boughtMark: upstream.boughtMark,
    loginLimits: createLoginLimits(),
    images: createImages({ sealer, downloader, upstream: addresses, disk: pictures }),
    /** Streams, as one viewer may see them. */
    streamsFor: createStreams({
      sealer,
      downloader,
      upstreamOrigin: new URL(upstream.url).origin,
      addresses,
    }),
    cashier: createCashier({
      downloader,
      upstreamUrl: upstream.url,
      timeoutMs: upstream.timeoutMs,
    }),
    orders: createOrders(),
    upstreamUrl: upstream.url,
    /** Throws when the upstream cannot be reached and nothing of it is kept. */
    ready: async () => void (await visitorless.site.config()),
    async close() {
      await Promise.all([transport.close(), downloader.close()]);
    },
  };
}
export type Services = ReturnType<typeof createServices>;
