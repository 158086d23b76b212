import { demoContent, type Leaf } from "./demo-content.ts";
import type { SeededRandom } from "./random.ts";

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

/** Two or three sentences. */
export function introduce(video: Titled, leaf: Leaf, random: SeededRandom): string {
  const { openings, closings } = demoContent;
  const closing = random.chance(0.6) ? random.pick(closings) : "";
  const opening = random.pick(openings).replace("{name}", video.programme);
  return `${opening}${random.pick(leaf.about)}。${closing}`;
}
