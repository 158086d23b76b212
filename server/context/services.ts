import { createCache, sharedPolicy } from "../api/cache.ts";
import { type Credentials, callOf, createClient } from "../api/client.ts";
import { createCodec } from "../api/codec.ts";
import { createDownloader } from "../api/download.ts";
import { readEnvelope } from "../api/envelope.ts";
import { createPlaces } from "../api/places.ts";
import { createSharedLoads } from "../api/shared-loads.ts";
import { createTransport } from "../api/transport.ts";
import { contract } from "../contract/index.ts";
import { createSealer, type Sealer } from "../seal.ts";
import type { SharedStore } from "../store/shared-store.ts";
import { createPurchases } from "./access.ts";
import { createCashier } from "./cashier.ts";
import { createGuests, createHouseGuest } from "./guests.ts";
import { createImages, type PictureStore } from "./images.ts";
import { createLoginLimits } from "./login-limits.ts";
import type { Observers } from "./observers.ts";
import { createOrders } from "./orders.ts";
import { createFlights } from "./shared-flight.ts";
import { createStreams } from "./streams.ts";
import { createSharedTallies, createTallies } from "./tallies.ts";

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

/** What this instance has in common with others. */
export interface Sharing {
  store: SharedStore;
  /** Of the running program; answers are only shared with the same. */
  version: string;
}

const CACHED_ANSWERS = 2_000;

const nobody = {
  credentials: () => Promise.reject(new Error("a member call was made where nobody is visiting")),
};

/** What a deployment may add. */
export interface ServiceOptions extends Partial<Observers> {
  /** Where drawn pictures are kept over restarts. */
  pictures?: PictureStore | undefined;
  /** What several instances share. */
  sharing?: Sharing | undefined;
}

/** What lives as long as the process and is the same for every visitor. */
export function createServices(
  upstream: UpstreamSettings,
  secrets: readonly string[],
  options: ServiceOptions = {},
) {
  const { securityHeader, timeoutMs } = upstream;
  const { pictures, sharing, onCall, onCached, onPicture } = options;
  const { onRefused = () => undefined, onWatched = () => undefined } = options;
  const baseUrls = [upstream.url, ...(upstream.moreUrls ?? [])];
  const sealer = createSealer(secrets);
  const flights = createFlights(sharing?.store, sealer);
  const tallies = sharing ? createSharedTallies(sharing.store) : createTallies();
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
    cache: createCache({
      entries: CACHED_ANSWERS,
      onCached,
      shared: sharing && sharedLoads(sharing, sealer, upstream.url),
    }),
    securityHeader,
    houseGuest,
  });
  const visitorless = connect(nobody);
  const bind = (guest: Credentials, inviter: string) =>
    connect({ credentials: async () => guest }).invite.bind(inviter);

  return {
    connect,
    sealer,
    guests: createGuests(visitorless.member.registerGuest, bind, flights),
    purchases: createPurchases(flights),
    boughtMark: upstream.boughtMark,
    loginLimits: createLoginLimits(tallies, () => onRefused("login")),
    tallies,
    onRefused,
    /** Takes what a browser tells of a watch. */
    onWatched,
    images: createImages({ sealer, downloader, places, disk: pictures, onPicture }),
    /** Streams, as one viewer may see them. */
    streamsFor: createStreams({ sealer, downloader, places }),
    cashier: createCashier({ downloader, places }),
    orders: createOrders(flights),
    places,
    /** The upstream's servers as they do now, for operators only. */
    health: () => transport.health(),
    /** Throws when the upstream cannot be reached and nothing of it is kept. */
    ready: async () => void (await visitorless.site.config()),
    async close() {
      sharing?.store.close();
      await Promise.all([transport.close(), downloader.close()]);
    },
  };
}

/** Instances that ask other upstreams have other answers. */
const sharedLoads = ({ store, version }: Sharing, sealer: Sealer, upstreamUrl: string) =>
  createSharedLoads({
    store,
    seal: (text) => sealer.sealStable("answer", text),
    open: (sealed) => sealer.openStable("answer", sealed),
    version: `${version}:${upstreamUrl}`,
    policy: sharedPolicy,
  });

export type Services = ReturnType<typeof createServices>;
