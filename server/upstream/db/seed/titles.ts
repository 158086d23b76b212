import type { SeededRandom } from "./random.ts";
import type { Leaf } from "./subjects/subject.ts";

/** What a video is called and what plays in it. */
export interface Titled {
  title: string;
  /** The programme, or the film itself. */
  programme: string;
  /** Names of its episodes. */
  episodes: string[];
  /** A film stands for itself: the editors pick among these. */
  film: boolean;
}

const MAX_EPISODES = 12;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `第${index + 1}集`);

/** A category's videos: its films, each programme as a whole, and single episodes of the programmes. */
export function titlesOf(leaf: Leaf, random: SeededRandom): Titled[] {
  const films = leaf.films.map((title) => ({
    title,
    programme: title.split("：")[0] ?? title,
    episodes: numbered(1),
    film: true,
  }));
  const seasons = leaf.series.map((programme) => {
    const episodes = numbered(random.int(2, MAX_EPISODES));
    return { title: `${programme}（全${episodes.length}集）`, programme, episodes, film: false };
  });
  const wanted = Math.max(0, leaf.videos - films.length - seasons.length);
  return [...films, ...seasons, ...singleEpisodes(leaf, wanted, random)];
}

/** Programmes that are some episodes along, not equally far. A subtitle returns only when all have been used. */
function singleEpisodes(leaf: Leaf, wanted: number, random: SeededRandom): Titled[] {
  const out = new Map<string, number>();
  let moments: string[] = [];
  return Array.from({ length: wanted }, () => {
    const programme = random.pick(
      leaf.series.filter((name) => (out.get(name) ?? 0) < MAX_EPISODES),
    );
    const number = (out.get(programme) ?? 0) + 1;
    out.set(programme, number);
    if (moments.length === 0) moments = random.shuffle(leaf.moments);
    const title = `${programme} 第${number}集：${moments.pop()}`;
    return { title, programme, episodes: [`第${number}集`], film: false };
  });
}

const openings = [
  (name: string) => `《${name}》是一次慢下来的观看。`,
  (name: string) => `拍摄《${name}》用了三个季节。`,
  (name: string) => `《${name}》从一个安静的画面开始。`,
  (name: string) => `这是《${name}》最受欢迎的段落之一。`,
  (name: string) => `《${name}》把镜头交给时间。`,
  (name: string) => `跟着《${name}》，换一个角度看熟悉的世界。`,
];

const closings = [
  "全片采用固定机位，适合在大屏幕上安静地看完。",
  "建议戴上耳机，现场声里藏着许多细节。",
  "片尾附有拍摄手记，讲述画面之外的等待。",
  "本片支持多档清晰度，夜间观看请调低亮度。",
  "看完不妨抬头望望窗外，也许正有同样的光。",
  "新的一集会在每周五晚八点更新。",
];

/** Two or three sentences. */
export function introduce(video: Titled, leaf: Leaf, random: SeededRandom): string {
  const closing = random.chance(0.6) ? random.pick(closings) : "";
  return `${random.pick(openings)(video.programme)}${random.pick(leaf.about)}。${closing}`;
}
