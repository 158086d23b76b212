import type { StoredVideo } from "../domain/catalogue.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { absolute } from "./origin.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** `mm:ss`, or `h:mm:ss` from an hour on. */
function runningTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const tail = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}

/** A video as lists carry it. */
export function videoToWire(origin: string) {
  return (row: StoredVideo) => ({
    cartoonCode: String(row.code),
    cartoonName: row.title,
    cartoonImage: absolute(row.cover, origin),
    cartoonVip: row.vip,
    cartoonHot: row.hot,
    vodDuration: runningTime(row.duration),
    cartoonAuthor: row.author,
    cartoonIntroduce: row.introduction,
    sortNum: row.sort,
    dictCode: row.categoryCode,
    createTime: formatShanghaiTime(row.createdAt),
  });
}
