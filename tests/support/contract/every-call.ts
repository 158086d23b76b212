import sharp from "sharp";
import type { Contract, RecordInput } from "../../../server/contract/index.ts";
import { shanghaiDate } from "../../../server/upstream/domain/shanghai-time.ts";
import type { Upstream } from "../../../server/upstream/start.ts";
import type { Client } from "../../../server/upstream-client/client.ts";
import { registerDevice } from "../upstream/device.ts";

type Arguments<C> = {
  [Group in keyof C]: {
    [Name in keyof C[Group]]: C[Group][Name] extends (...args: infer Args) => unknown
      ? Args
      : never;
  };
};

/**
 * Valid arguments for each call of the contract, and a member who can afford them all. If a call is missing here, this
 * does not compile. In this order no call invalidates another one's arguments.
 */
export async function argumentsForEveryCall(
  upstream: Upstream,
  device: string,
): Promise<{
  args: Arguments<Client<Contract>>;
  credentials: { token: string; memberCode: string };
}> {
  const visitor = await registerDevice(upstream, device);
  const friend = await registerDevice(upstream, `${device}-friend`);
  await visitor.receive("coins", 10);
  await visitor.receive("balance", 1_000);
  const ads = (await visitor.send<Record<string, { id: string }[]>>("/app-api/ajax/guanggao")).data;
  const ad = (group: string): [id: string] => [String(ads[group]?.[0]?.id)];
  const episode = await firstEpisode(visitor);
  const picture = await drawnPicture();
  const record: RecordInput = {
    code: episode.video,
    title: "片名",
    cover: "/covers/aurora-1.svg",
    author: "作者",
    hot: 1,
    duration: "12:00",
    sortNum: 0,
  };
  const search = { term: "山", title: "", type: "", subtype: "" };
  return {
    credentials: { token: visitor.token, memberCode: visitor.code },
    args: {
      ads: { all: [] },
      adClick: {
        random: ad("randomad"),
        square: ad("squaread"),
        ranking: ad("paihang"),
        swiper: ad("banner"),
        hidden: ad("darksidead"),
        mine: ad("user"),
        play: ad("play"),
        popup: ad("indexPopupAd"),
      },
      catalogue: { hidden: [], batch: ["4201"], topic: ["34", "81,82", 1], search: [search, 1] },
      category: { tree: [] },
      invite: { bind: [friend.code], invited: [visitor.code, 1] },
      library: {
        addFavourite: [record],
        addLike: [record],
        savePosition: [{ ...record, duration: 12 }],
        addHistory: [record],
        favourites: [],
        history: [1],
        remove: [["1"]],
      },
      purchase: { ownership: [episode], buy: [episode] },
      rewards: {
        checkIn: [{ amount: 1, kind: "coins", date: shanghaiDate(new Date()) }],
        checkedDates: [],
        streak: [],
        claimDailyLogin: [],
        firstRecharge: [],
        claimWatching: [],
      },
      site: { config: [] },
      support: { feedback: ["好"], sendText: ["在吗"], sendPicture: [picture], messages: [] },
      video: { index: [], featured: [1], byTag: ["0", 1], detail: [episode.video] },
      wallet: {
        goods: [],
        pay: [
          {
            product: "vip",
            specification: "30",
            index: 1,
            amount: 30,
            channel: 1,
            memberCode: visitor.code,
          },
        ],
        withdraw: [{ codeImage: "/uploads/code.webp", method: "wx", amount: 1 }],
        records: [0],
      },
      member: {
        registerGuest: [device],
        login: [visitor.name, visitor.temporaryPassword],
        profile: [visitor.code],
        uploadPicture: [picture],
        updateProfile: [
          { memberCode: visitor.code, avatar: "/avatars/1.svg", nickname: "昵称", signature: "" },
        ],
        changePassword: [
          {
            memberCode: visitor.code,
            oldPassword: visitor.temporaryPassword,
            newPassword: "password1",
          },
        ],
      },
    },
  };
}

interface Detail {
  videoInfo: { cartoonCode: string };
  srcList: { urlList: { id: number }[] }[];
}

async function firstEpisode(visitor: Awaited<ReturnType<typeof registerDevice>>) {
  const { data } = await visitor.send<Detail>("/app-api/cartoon/getVideoDetail", {
    index: 0,
    vid: "100001",
  });
  return { video: data.videoInfo.cartoonCode, episode: String(data.srcList[0]?.urlList[0]?.id) };
}

async function drawnPicture(): Promise<File> {
  const create = { width: 20, height: 20, channels: 3, background: "#f60" } as const;
  const png = await sharp({ create }).png().toBuffer();
  return new File([new Uint8Array(png)], "picture.png", { type: "image/png" });
}
