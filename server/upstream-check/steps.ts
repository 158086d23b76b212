import type { Endpoint } from "../contract/endpoint.ts";
import { type Ad, type Category, type Contract, contract, type Video } from "../contract/index.ts";
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
  tags?: Category[];
  shelf?: string;
  episode?: { id: string; url: string };
  favourites?: string[];
  empty: CallName[];
  unopened: string[];
}

export interface Step<Args extends unknown[], Data> {
  level: WriteLevel;
  args: (found: Found) => Args | undefined;
  learn?: (data: Data, found: Found) => void;
}

const ad = (place: string) => ({
  level: "all" as const,
  args: ({ ads }: Found): [string] | undefined => {
    const [first] = ads?.[place] ?? [];
    return first && [first.id];
  },
});

function learnVideos(videos: Video[], found: Found) {
  found.video ??= videos[0];
  found.covers.push(...videos.map(({ cover }) => cover));
}

const record = (duration?: number) => ({
  level: "write" as const,
  args: ({ video }: Found) =>
    video && ([{ ...video, duration: duration ?? video.duration }] satisfies [unknown]),
});

const picture = () =>
  new File(
    [
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
    "check.png",
    { type: "image/png" },
  );

const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
const CHECK_TEXT = "接口检查：请忽略";

/** Each call comes after those it depends on; a string is the reason for skipping it. */
const typedSteps: {
  [Name in CallName]:
    | (MethodOf<Name> extends (...args: infer Args) => Promise<infer Data>
        ? Step<Args, Data>
        : never)
    | string;
} = {
  "member.registerGuest": {
    level: "read",
    args: ({ device }) => [device],
    learn({ token, profile }, found) {
      const { code, nickname, avatar, signature } = profile;
      found.guest = { token, memberCode: code, nickname, avatar, signature };
    },
  },
  "site.config": { level: "read", args: () => [] },
  "video.index": {
    level: "read",
    args: () => [],
    learn({ ranking, groups }, found) {
      learnVideos([...ranking, ...groups.flatMap(({ videos }) => videos)], found);
    },
  },
  "video.featured": {
    level: "read",
    args: () => [1],
    learn: learnVideos,
  },
  "video.byTag": {
    level: "read",
    args: () => ["0", 1],
    learn: ({ items }, found) => learnVideos(items, found),
  },
  "category.tree": {
    level: "read",
    args: () => [],
    learn(tree, found) {
      found.tags = tree;
    },
  },
  "video.detail": {
    level: "read",
    args: ({ video }) => video && [video.code],
    learn({ sources }, found) {
      found.episode = sources.flatMap(({ episodes }) => episodes)[0];
    },
  },
  "ads.all": {
    level: "read",
    args: () => [],
    learn(ads, found) {
      found.ads = ads;
    },
  },
  "catalogue.hidden": {
    level: "read",
    args: () => [],
    learn([shelf], found) {
      found.shelf = shelf?.code;
    },
  },
  "catalogue.batch": { level: "read", args: ({ shelf }) => (shelf ? [shelf] : undefined) },
  "catalogue.topic": {
    level: "read",
    args: ({ topics: [topic] }) => topic && [topic.code, topic.sonTypeCode, 1],
  },
  "catalogue.search": {
    level: "read",
    args: ({ video }) =>
      video && [{ term: video.title.slice(0, 2), title: "", type: "", subtype: "" }, 1],
  },
  "wallet.goods": { level: "read", args: () => [] },
  "member.profile": { level: "read", args: ({ guest }) => guest && [guest.memberCode] },
  "invite.invited": { level: "read", args: ({ guest }) => guest && [guest.memberCode, 1] },
  "purchase.ownership": {
    level: "read",
    args: ({ video, episode }) => video && episode && [{ video: video.code, episode: episode.id }],
  },
  "wallet.records": { level: "read", args: () => [0] },
  "rewards.checkedDates": { level: "read", args: () => [] },
  "rewards.streak": { level: "read", args: () => [] },
  "rewards.firstRecharge": { level: "read", args: () => [] },
  "support.messages": { level: "read", args: () => [] },
  "library.addFavourite": record(),
  "library.addLike": record(),
  "library.savePosition": record(12),
  "library.addHistory": record(),
  "library.favourites": {
    level: "read",
    args: () => [],
    learn(records, found) {
      found.favourites = records.map(({ id }) => id);
    },
  },
  "library.history": { level: "read", args: () => [1] },
  "library.remove": {
    level: "write",
    args: ({ favourites = [] }) => (favourites.length > 0 ? [favourites] : undefined),
  },
  "member.updateProfile": {
    level: "write",
    args: ({ guest }) => guest && [guest],
  },
  "member.uploadPicture": { level: "all", args: () => [picture()] },
  "support.feedback": { level: "all", args: () => [CHECK_TEXT] },
  "support.sendText": { level: "all", args: () => [CHECK_TEXT] },
  "support.sendPicture": { level: "all", args: () => [picture()] },
  "rewards.checkIn": {
    level: "all",
    args: () => [{ ...CHECK_IN_REWARDS[0], date: today() }],
  },
  "rewards.claimDailyLogin": { level: "all", args: () => [] },
  "rewards.claimWatching": { level: "all", args: () => [] },
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
export const stepOf = (name: CallName) => typedSteps[name] as Step<unknown[], unknown> | string;

export function endpointOf(name: CallName): AnyEndpoint {
  const [group = "", call = ""] = name.split(".");
  const groups = contract as unknown as Record<string, Record<string, AnyEndpoint>>;
  const endpoint = groups[group]?.[call];
  if (!endpoint) throw new Error(`no call ${name}`);
  return endpoint;
}
