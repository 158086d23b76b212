import type { Endpoint } from "../contract/endpoint.ts";
import { type Ad, type Contract, contract, type Video } from "../contract/index.ts";
import { CHECK_IN_REWARDS } from "../contract/rules.ts";
import type { TopicTile } from "../domain/site.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";

export type CallName = {
  [Group in keyof Contract]: `${Group}.${keyof Contract[Group] & string}`;
}[keyof Contract];

type MethodOf<Name extends CallName> =
  Name extends `${infer Group extends keyof Contract}.${infer Call}`
    ? Call extends keyof Contract[Group]
      ? Client<Contract>[Group][Call]
      : never
    : never;

/** Which writes are made: none, the guest's own that nobody notices, or all that cost nothing. */
export type WriteLevel = "read" | "write" | "all";

export interface Found {
  device: string;
  topics: readonly TopicTile[];
  guest?: Credentials & { nickname: string; avatar: string; signature: string };
  ads?: Record<string, Ad[]>;
  video?: Video;
  covers: string[];
  shelf?: string;
  episode?: { id: string; url: string };
  favourites?: string[];
  empty: CallName[];
  unopened: string[];
}

interface Step<Args extends unknown[], Data> {
  level: WriteLevel;
  args: (found: Found) => Args | undefined;
  /** What the answer adds to what has been found. */
  learn?: (data: Data, found: Found) => Partial<Found>;
}
/** Unless it says otherwise, a call that only reads is always made, another one at level `all`; it has no arguments. */
type ShortStep<Args extends unknown[], Data> = Partial<Step<Args, Data>> &
  ([] extends Args ? unknown : Pick<Step<Args, Data>, "args">);

const ad = (place: string) => ({
  level: "all" as const,
  args: ({ ads }: Found): [string] | undefined => {
    const [first] = ads?.[place] ?? [];
    return first && [first.id];
  },
});

const learnVideos = (videos: Video[], { video = videos[0], covers }: Found) => ({
  video,
  covers: [...covers, ...videos.map(({ cover }) => cover)],
});

const record = (duration?: number) => ({
  level: "write" as const,
  args: ({ video }: Found) =>
    video && ([{ ...video, duration: duration ?? video.duration }] satisfies [unknown]),
});

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const picture = () =>
  new File([Buffer.from(onePixel, "base64")], "check.png", { type: "image/png" });

const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
const CHECK_TEXT = "接口检查：请忽略";

/** Each call comes after those it depends on; a string is the reason for skipping it. */
const typedSteps: {
  [Name in CallName]:
    | (MethodOf<Name> extends (...args: infer Args) => Promise<infer Data>
        ? ShortStep<Args, Data>
        : never)
    | string;
} = {
  "member.registerGuest": {
    level: "read",
    args: ({ device }) => [device],
    learn: ({ token, profile: { code, nickname, avatar, signature } }) => ({
      guest: { token, memberCode: code, nickname, avatar, signature },
    }),
  },
  "site.config": {},
  "video.index": {
    learn: ({ ranking, groups }, found) =>
      learnVideos([...ranking, ...groups.flatMap(({ videos }) => videos)], found),
  },
  "video.featured": { args: () => [1], learn: learnVideos },
  "video.byTag": {
    args: () => ["0", 1],
    learn: ({ items }, found) => learnVideos(items, found),
  },
  "category.tree": {},
  "video.detail": {
    args: ({ video }) => video && [video.code],
    learn: ({ sources }) => ({ episode: sources.flatMap(({ episodes }) => episodes)[0] }),
  },
  "ads.all": { learn: (ads) => ({ ads }) },
  "catalogue.hidden": { learn: ([shelf]) => ({ shelf: shelf?.code }) },
  "catalogue.batch": { args: ({ shelf }) => (shelf ? [shelf] : undefined) },
  "catalogue.topic": {
    args: ({ topics: [topic] }) => topic && [topic.code, topic.sonTypeCode, 1],
  },
  "catalogue.search": {
    args: ({ video }) =>
      video && [{ term: video.title.slice(0, 2), title: "", type: "", subtype: "" }, 1],
  },
  "wallet.goods": {},
  "member.profile": { args: ({ guest }) => guest && [guest.memberCode] },
  "invite.invited": { args: ({ guest }) => guest && [guest.memberCode, 1] },
  "purchase.ownership": {
    args: ({ video, episode }) => video && episode && [{ video: video.code, episode: episode.id }],
  },
  "wallet.records": { args: () => [0] },
  "rewards.checkedDates": {},
  "rewards.streak": {},
  "rewards.firstRecharge": {},
  "support.messages": {},
  "library.addFavourite": record(),
  "library.addLike": record(),
  "library.savePosition": record(12),
  "library.addHistory": record(),
  "library.favourites": {
    learn: (records) => ({ favourites: records.map(({ id }) => id) }),
  },
  "library.history": { args: () => [1] },
  "library.remove": {
    level: "write",
    args: ({ favourites = [] }) => (favourites.length > 0 ? [favourites] : undefined),
  },
  "member.updateProfile": { level: "write", args: ({ guest }) => guest && [guest] },
  "member.uploadPicture": { level: "all", args: () => [picture()] },
  "support.feedback": { level: "all", args: () => [CHECK_TEXT] },
  "support.sendText": { level: "all", args: () => [CHECK_TEXT] },
  "support.sendPicture": { level: "all", args: () => [picture()] },
  "rewards.checkIn": { level: "all", args: () => [{ ...CHECK_IN_REWARDS[0], date: today() }] },
  "rewards.claimDailyLogin": {},
  "rewards.claimWatching": {},
  "adClick.random": ad("random"),
  "adClick.square": ad("square"),
  "adClick.ranking": ad("ranking"),
  "adClick.swiper": ad("swiper"),
  "adClick.hidden": ad("hidden"),
  "adClick.mine": ad("mine"),
  "adClick.play": ad("play"),
  "adClick.popup": ad("popup"),
  "member.login": "需要账号密码",
  "member.changePassword": "需要密码",
  "invite.bind": "需要另一位会员",
  "purchase.buy": "需要购买",
  "wallet.pay": "需要付款",
  "wallet.withdraw": "需要提现",
};

export const callNames = Object.keys(typedSteps) as CallName[];
export const isCallName = (name: string): name is CallName => name in typedSteps;

/** The mapped type above guarantees that arguments and answer match. */
type AnyEndpoint = Endpoint<"read" | "write", unknown[]>;
export function stepOf(name: CallName): Step<unknown[], unknown> | string {
  const step = typedSteps[name] as Partial<Step<unknown[], unknown>> | string;
  const level = endpointOf(name).kind === "read" ? "read" : "all";
  return typeof step === "string" ? step : { level, args: () => [], ...step };
}

export function endpointOf(name: CallName): AnyEndpoint {
  const [group = "", call = ""] = name.split(".");
  const groups = contract as unknown as Record<string, Record<string, AnyEndpoint>>;
  const endpoint = groups[group]?.[call];
  if (!endpoint) throw new Error(`no call ${name}`);
  return endpoint;
}
