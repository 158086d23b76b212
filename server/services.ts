import { contract } from "./contract/index.ts";
import { createPurchases } from "./domain/access.ts";
import { createCashier } from "./domain/cashier.ts";
import { createFavouriteLists } from "./domain/favourites.ts";
import { createOrders } from "./domain/orders.ts";
import { createSharedFlights } from "./domain/shared-flight.ts";
import { createImages, type PictureStore } from "./media/images.ts";
import { createOpenStreams, openStreamLimits } from "./media/open-streams.ts";
import { createStreams } from "./media/streams.ts";
import type { Observers } from "./observers.ts";
import { createCounters, createSharedCounters } from "./rate-limits/counters.ts";
import { createLoginLimits } from "./rate-limits/login-limits.ts";
import { createSealer, type Sealer } from "./seal.ts";
import { createGuests, createServiceAccount } from "./session/guests.ts";
import type { SharedStore } from "./shared-store/shared-store.ts";
import { createCache, createSharedLoads, sharedPolicy } from "./upstream-client/cache.ts";
import { buildCall, type Credentials, createClient } from "./upstream-client/client.ts";
import { type CipherMode, createCodec } from "./upstream-client/codec.ts";
import { createDownloader } from "./upstream-client/download.ts";
import { readEnvelope } from "./upstream-client/envelope.ts";
import { createUpstreamOrigins, type MediaHeaders } from "./upstream-client/origins.ts";
import type { ProxySettings } from "./upstream-client/proxies.ts";
import { createTransport } from "./upstream-client/transport.ts";

/** How to reach and understand the upstream. */
export interface UpstreamSettings {
  /** Its base, or of several equal servers the preferred one's. */
  url: string;
  /** The bases of the others, in order of preference. */
  moreUrls?: readonly string[] | undefined;
  aesKey: Buffer;
  aesIv: Buffer;
  /** Default CBC. */
  aesMode?: CipherMode | undefined;
  securityHeader: string;
  /** The codes that say yes; "0" by default. */
  successCodes?: readonly string[] | undefined;
  /** What the upstream answers where a member owns an episode. */
  boughtMark: string;
  timeoutMs: number;
  /** What is asked through proxies: calls and media of the upstream, and media of others. */
  proxies?: ProxySettings | undefined;
  /** What hosts of pictures and streams want to see. */
  mediaHeaders?: MediaHeaders | undefined;
}

/** What this instance has in common with others. */
interface Sharing {
  store: SharedStore;
  /** Of the running program; answers are only shared with the same. */
  version: string;
}

/** For caches in memory, in bytes; a site of one process fits in 256 MB with it. */
const MEMORY = 64 * 1024 * 1024;

/** What each cache gets of it. */
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

/** At most, of what several instances make only once: a new guest is registered, and bound to who brought it. */
const CALLS_IN_TURN = 2;
const LEASE_MARGIN_MS = 1_000;

const noVisitor = {
  credentials: () => Promise.reject(new Error("a member call was made where nobody is visiting")),
};

/** What a deployment may add. */
export interface ServiceOptions extends Partial<Observers> {
  /** For all caches in memory, in bytes. */
  memoryBytes?: number | undefined;
  /** Streams that may be read at once. */
  openStreams?: number | undefined;
  /** Origins of pictures and streams that the operator has named, wherever they are. */
  mediaOrigins?: readonly string[] | undefined;
  /** Where drawn pictures are stored over restarts. */
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
  const { securityHeader, successCodes, timeoutMs } = upstream;
  const { pictures, sharing, onCall, onCached, onPicture } = options;
  const { onRefused = () => undefined, onWatched = () => undefined, mediaOrigins = [] } = options;
  const memory = memoryShares(options.memoryBytes ?? MEMORY);
  const openStreams = createOpenStreams(openStreamLimits(options.openStreams));
  const baseUrls = [upstream.url, ...(upstream.moreUrls ?? [])];
  const sealer = createSealer(secrets);
  const leaseMs = CALLS_IN_TURN * timeoutMs + LEASE_MARGIN_MS;
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
    ways: origins.ways,
    isOwn: origins.isOwn,
    proxies: upstream.proxies,
    headers: upstream.mediaHeaders,
    trusts: (url) => origins.isOwn(url) || mediaOrigins.includes(new URL(url).origin),
    openStreams: options.openStreams,
  });
  const serviceAccount = createServiceAccount(() => visitorless.member.registerGuest);
  const connect = createClient(contract, {
    transport,
    codec,
    successCodes,
    cache: createCache({
      bytes: memory.answers,
      onCached,
      shared: sharing && sharedLoads({ sharing, sealer, upstreamUrl: upstream.url, leaseMs }),
    }),
    securityHeader,
    serviceAccount,
  });
  const visitorless = connect(noVisitor);
  const bind = (guest: Credentials, inviter: string) =>
    connect({ credentials: async () => guest }).invite.bind(inviter);

  return {
    connect,
    sealer,
    /** What caches in memory may take, in bytes. */
    memory,
    guests: createGuests(visitorless.member.registerGuest, bind, flights),
    purchases: createPurchases(flights),
    boughtMark: upstream.boughtMark,
    loginLimits: createLoginLimits(counters, () => onRefused("login")),
    counters,
    onRefused,
    /** Takes what a browser reports of a watch. */
    onWatched,
    images: createImages({ sealer, downloader, origins, disk: pictures, memory, onPicture }),
    /** Streams, as one viewer may see them. */
    streamsFor: createStreams({ sealer, downloader, origins, openStreams }),
    cashier: createCashier({ downloader, origins }),
    orders: createOrders(flights),
    favouriteLists: createFavouriteLists(memory.memberLists),
    origins,
    /** The upstream's servers as they do now, for operators only. */
    health: () => transport.health(),
    /** Throws when the upstream cannot be reached and nothing of it is cached. */
    ready: async () => void (await visitorless.site.config()),
    async close() {
      sharing?.store.close();
      await Promise.all([transport.close(), downloader.close()]);
    },
  };
}

interface SharedAnswers {
  sharing: Sharing;
  sealer: Sealer;
  upstreamUrl: string;
  leaseMs: number;
}

/** Instances that ask other upstreams have other answers. */
const sharedLoads = ({ sharing, sealer, upstreamUrl, leaseMs }: SharedAnswers) =>
  createSharedLoads({
    store: sharing.store,
    seal: (text) => sealer.sealStable("answer", text),
    open: (sealed) => sealer.openStable("answer", sealed),
    version: `${sharing.version}:${upstreamUrl}`,
    policy: sharedPolicy,
    leaseMs,
  });

export type Services = ReturnType<typeof createServices>;
