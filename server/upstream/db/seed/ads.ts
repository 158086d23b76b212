import type { SceneName } from "../../media/cover.ts";
import { coverPath } from "../../media-paths.ts";
import type { ads } from "../schema.ts";

type NewAd = typeof ads.$inferInsert;

/** Groups by the names of the `guanggao` call; each ad is its title, the end of its address, its picture. */
const groups: Record<string, [title: string, page: string, scene: SceneName][]> = {
  banner: [
    ["海与落日 · 十二集环海纪行", "sea", "sea-sunset"],
    ["银河延时 · 四千米的一整夜", "milky-way", "milky-way"],
    ["云海日出 · 本周五更新", "clouds", "cloud-sea"],
    ["极光之夜 · 北纬六十八度", "aurora", "aurora"],
  ],
  randomad: [
    ["山野露营装备", "camping", "meadow"],
    ["城市夜跑计划", "night-run", "city-night"],
    ["手冲咖啡周", "coffee", "waves"],
    ["热气球体验", "balloons", "balloons"],
  ],
  squaread: [
    ["天文台开放日", "observatory", "desert-stars"],
    ["海岸骑行节", "cycling", "lighthouse"],
  ],
  paihang: [["摄影大赛征稿", "photo", "snow-peak"]],
  indexPopupAd: [["春季徒步季报名", "hiking", "terraces"]],
  play: [["降噪耳机体验", "headphones", "discs"]],
  user: [["周末江上夜游", "river", "bridge"]],
  darksidead: [["深海主题展", "ocean", "deep-sea"]],
  fenlei: [["植物图鉴新版", "plants", "bamboo"]],
};

/** Neutral ads for every place where the site shows some. */
export function seedAds(): NewAd[] {
  return Object.entries(groups).flatMap(([group, entries]) =>
    entries.map(([title, page, scene], sort) => ({
      group,
      title,
      sort,
      url: `https://example.com/${page}`,
      image: coverPath(scene, sort + 1),
    })),
  );
}
