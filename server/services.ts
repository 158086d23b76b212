import { upstreamAnswers } from "./cache-times.ts";
import { createSharedFlights } from "./concurrency/shared-flight.ts";
import { contract } from "./contract/index.ts";
import { createPurchases } from "./domain/access.ts";
import { createCashier } from "./domain/cashier.ts";
import { createFavouriteLists } from "./domain/favourites.ts";
import { createOrders } from "./domain/payments.ts";
import { createImages, type PictureStore } from "./media/images.ts";
import { createOpenStreams, openStreamLimits } from "./media/open-streams.ts";
import { createStreams } from "./media/streams.ts";
import type { Observers } from "./observability/observers.ts";
import { createCounters, createSharedCounters } from "./rate-limits/counters.ts";
import { createLoginLimits } from "./rate-limits/login-limits.ts";
import { createSealer } from "./secrets/seal.ts";
import { createGuests, createServiceAccount } from "./session/guests.ts";
import { createEditions } from "./shared-store/editions.ts";
import type { SharedStore } from "./shared-store/shared-store.ts";
import { createCache, createSharedLoads } from "./upstream-client/cache.ts";
import { buildCall, createClient } from "./upstream-client/client.ts";
import { type CipherMode, createCodec } from "./upstream-client/codec.ts";
import { createDownloader } from "./upstream-client/download.ts";
import { readEnvelope } from "./upstream-client/envelope.ts";
import { createUpstreamOrigins, type MediaHeaders } from "./upstream-client/origins.ts";
import type { ProxySettings } from "./upstream-client/proxies.ts";
import { createTransport } from "./upstream-client/transport.ts";

export interface UpstreamSettings {
  url: string;
  moreUrls?: readonly string[] | undefined;
  aesKey: Buffer;
  aesIv: Buffer;
  aesMode?: CipherMode | undefined;
  securityHeader: string;
  /** The codes in the envelope that mean success; "0" by default. */
  successCodes?: readonly string[] | undefined;
  boughtMark: string;
  timeoutMs: number;
  proxies?: ProxySettings | undefined;
  mediaHeaders?: MediaHeaders | undefined;
}

interface Sharing {
  store: SharedStore;
  /** The program's version: answers are shared only between equal versions. */
  version: string;
}

/** The default for all in-memory caches; one process then fits in 256 MB. */
const CACHE_BYTES = 64 * 1024 * 1024;

function memoryShares(bytes: number) {
  const share = (part: number) => Math.floor(bytes * part);
  return {
    documents: share(0.4),
    answers: share(0.25),
    pictures: share(0.15),
    originals: share(0.15),
    memberLists: share(0.05),
  };
}

/** A shared flight makes at most two calls: registers a guest, then binds it to its inviter. */
const CALLS_PER_FLIGHT = 2;
const LEASE_MARGIN_MS = 1_000;

const noVisitor = {
  credentials: () => Promise.reject(new Error("a member call was made without a visitor")),
};

export interface ServiceOptions extends Partial<Observers> {
  memoryBytes?: number | undefined;
  openStreams?: number | undefined;
  /** Configured by the operator, so they may be in private networks. */
  mediaOrigins?: readonly string[] | undefined;
  pictures?: PictureStore | undefined;
  sharing?: Sharing | undefined;
}

/** Everything that lives as long as the process and is the same for every visitor. */
export function createServices(
  upstream: UpstreamSettings,
  secrets: readonly string[],
  options: ServiceOptions = {},
) {
  const { securityHeader, successCodes, timeoutMs } = upstream;
  const { pictures, sharing, onCall, onCached, onPicture } = options;
  const { onRefused = () => undefined, mediaOrigins = [] } = options;
  const { onWatched = () => undefined, onPageSeen = () => undefined } = options;
  const memory = memoryShares(options.memoryBytes ?? CACHE_BYTES);
  const openStreams = createOpenStreams(openStreamLimits(options.openStreams));
  const baseUrls = [upstream.url, ...(upstream.moreUrls ?? [])];
  const sealer = createSealer(secrets);
  const leaseMs = CALLS_PER_FLIGHT * timeoutMs + LEASE_MARGIN_MS;
  const flights = createSharedFlights(sealer, sharing && { store: sharing.store, leaseMs });
  const counters = sharing ? createSharedCounters(sharing.store) : createCounters();
  const codec = createCodec({ key: upstream.aesKey, iv: upstream.aesIv, mode: upstream.aesMode });
  const { config } = contract.site;
  const transport = createTransport({
    baseUrls,
    timeoutMs,
    proxies: upstream.proxies?.upstream,
    onCall,
    probe: {
      call: buildCall("site.config", config, [], securityHeader),
      read: (answer) => readEnvelope("site.config", answer, config.data, codec, { successCodes }),
    },
  });
  const isDown = (origin: string) =>
    transport.health().some(({ base, open }) => open && new URL(base).origin === origin);
  const origins = createUpstreamOrigins(baseUrls, isDown);
  const downloader = createDownloader({
    timeoutMs,
    mirrors: origins.mirrors,
    isOwn: origins.isOwn,
    proxies: upstream.proxies,
    headers: upstream.mediaHeaders,
    trusts: (url) => origins.isOwn(url) || mediaOrigins.includes(new URL(url).origin),
    openStreams: options.openStreams,
  });
  const editions = createEditions(sharing?.store, upstreamAnswers.stale);
  const loads =
    sharing &&
    createSharedLoads({
      store: sharing.store,
      seal: (text) => sealer.sealStable("answer", text),
      open: (sealed) => sealer.openStable("answer", sealed),
      version: `${sharing.version}:${upstream.url}`,
      policy: upstreamAnswers,
      leaseMs,
    });
  const cache = createCache({
    bytes: memory.answers,
    onCached,
    shared: loads && {
      load: (key, ...how) => loads.load(`${editions.current}:${key}`, ...how),
    },
  });
  editions.follow(cache.clear);
  const serviceAccount = createServiceAccount(() => visitorless.member.registerGuest);
  const connect = createClient(contract, {
    transport,
    codec,
    successCodes,
    cache,
    securityHeader,
    serviceAccount,
  });
  const visitorless = connect(noVisitor);

  return {
    connect,
    sealer,
    memory,
    guests: createGuests(flights),
    purchases: createPurchases(flights),
    boughtMark: upstream.boughtMark,
    loginLimits: createLoginLimits(counters, () => onRefused("login")),
    counters,
    onRefused,
    onWatched,
    onPageSeen,
    images: createImages({ sealer, downloader, origins, disk: pictures, memory, onPicture }),
    streamsFor: createStreams({ sealer, downloader, origins, openStreams }),
    cashier: createCashier({ downloader, origins }),
    orders: createOrders(flights),
    favouriteLists: createFavouriteLists(memory.memberLists),
    origins,
    /** The edition of everything that is cached of the catalogue. */
    editions,
    /** State of the upstream's servers, for operators only. */
    health: () => transport.health(),
    /** Throws if the upstream is unreachable and its config is not cached. */
    ready: async () => void (await visitorless.site.config()),
    async close() {
      editions.close();
      sharing?.store.close();
      await Promise.all([transport.close(), downloader.close()]);
    },
  };
}

export type Services = ReturnType<typeof createServices>;
