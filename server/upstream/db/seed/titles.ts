import type { Random } from "./random.ts";
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
export function titlesOf(leaf: Leaf, random: Random): Titled[] {
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
  const told = leaf.series.map((programme) => ({
    programme,
    moments: random.shuffle(leaf.moments),
  }));
  const wanted = leaf.videos - films.length - seasons.length;
  const singles = leaf.moments
    .flatMap((_moment, index) => told.map((one) => ({ ...one, index })))
    .slice(0, Math.max(0, wanted))
    .map(({ programme, moments, index }) => ({
      title: `${programme} 第${index + 1}集：${moments[index]}`,
      programme,
      episodes: [`第${index + 1}集`],
      film: false,
    }));
  return [...films, ...seasons, ...singles];
}
