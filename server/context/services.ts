import { createCache } from "../api/cache.ts";
import { type Credentials, callOf, createClient } from "../api/client.ts";
import { createCodec } from "../api/codec.ts";
import { createDownloader } from "../api/download.ts";
import { readEnvelope } from "../api/envelope.ts";
import type { CallObserver } from "../api/observer.ts";
import { createPlaces } from "../api/places.ts";
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

/** How to reach and understand the upstream. */
export interface UpstreamSettings {
  /** Its base, or of several equal servers the preferred one's. */
  url: string;
  /** The bases of the others, in order of preference. */
  moreUrls?: readonly string[] | undefined;
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
 * @param onCall told of every call to the upstream when it is over
 */
export function createServices(
  upstream: UpstreamSettings,
  secrets: readonly string[],
  pictures?: { folder: string; maxBytes: number },
  onCall?: CallObserver,
) {
  const { securityHeader, timeoutMs } = upstream;
  const baseUrls = [upstream.url, ...(upstream.moreUrls ?? [])];
  const codec = createCodec({ key: upstream.aesKey, iv: upstream.aesIv });
  const { config } = contract.site;
  const transport = createTransport({
    baseUrls,
    timeoutMs,
    onCall,
    probe: {
      call: callOf("site.config", config, [], securityHeader),
      read: (answer) => readEnvelope("site.config", answer, config.data, codec),
    },
  });
  const isDown = (origin: string) =>
    transport.health().some(({ base, open }) => open && new URL(base).origin === origin);
  const places = createPlaces(baseUrls, isDown);
  const downloader = createDownloader({ timeoutMs, ways: places.ways });
  const houseGuest = createHouseGuest(() => visitorless.member.registerGuest);
  const connect = createClient(contract, {
    transport,
    codec,
    cache: createCache({ entries: CACHED_ANSWERS }),
    securityHeader,
    houseGuest,
  });
  const visitorless = connect(nobody);
  const sealer = createSealer(secrets);
  const bind = (guest: Credentials, inviter: string) =>
    connect({ credentials: async () => guest }).invite.bind(inviter);

  return {
    connect,
    sealer,
    guests: createGuests(visitorless.member.registerGuest, bind),
    purchases: createPurchases(),
    boughtMark: upstream.boughtMark,
    loginLimits: createLoginLimits(),
    images: createImages({ sealer, downloader, places, disk: pictures }),
    /** Streams, as one viewer may see them. */
    streamsFor: createStreams({ sealer, downloader, places }),
    cashier: createCashier({ downloader, places }),
    orders: createOrders(),
    places,
    /** The upstream's servers as they do now, for operators only. */
    health: () => transport.health(),
    /** Throws when the upstream cannot be reached and nothing of it is kept. */
    ready: async () => void (await visitorless.site.config()),
    async close() {
      await Promise.all([transport.close(), downloader.close()]);
    },
  };
}
export type Services = ReturnType<typeof createServices>;
