import { coverPath, MAX_LOOPS, PLAIN_PATH, streamPath } from "../../domain/addresses.ts";
import { clips, plainClip } from "../../media/demo-media.ts";
import type { episodes, videos } from "../schema.ts";
import { demoContent, type Leaf, type Subject } from "./demo-content.ts";
import { type SeededRandom, seededRandom } from "./random.ts";

const sceneOf = (title: string, otherwise: string): string =>
  demoContent.sceneOfWords.find(({ words }) => title.match(words))?.scene ?? otherwise;

/** Fixed, so that the seed is deterministic. */
const NEWEST = Date.parse("2026-11-20T20:00:00+08:00");
const DAYS_BACK = 270;
const MAX_MINUTES_EARLIER = 12 * 60;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function releaseTimes(programmes: readonly string[], random: SeededRandom): Date[] {
  const times = programmes.map((programme) => ({
    programme,
    time: NEWEST - random.int(0, DAYS_BACK) * DAY - random.int(0, MAX_MINUTES_EARLIER) * MINUTE,
  }));
  const queues = new Map<string, number[]>();
  for (const { programme, time } of times.toSorted((one, other) => one.time - other.time)) {
    queues.set(programme, [...(queues.get(programme) ?? []), time]);
  }
  return times.map(({ programme, time }) => new Date(queues.get(programme)?.shift() ?? time));
}

type NewVideo = typeof videos.$inferInsert & { code: number; hot: number; duration: number };
type NewEpisode = typeof episodes.$inferInsert;

const FIRST_CODE = 100_001;
const FIRST_HIDDEN_CODE = 120_001;
const PLAIN_EVERY = 60;
const FEATURED = 30;

function loopsFor(random: SeededRandom): number {
  const kind = random.next();
  if (kind < 0.1) return random.int(1, 3);
  if (kind < 0.55) return random.int(4, 15);
  return kind < 0.85 ? random.int(16, 40) : random.int(41, MAX_LOOPS);
}

/** A few hundred to two million views, mostly few; films have more. */
const hotFor = ({ film }: Titled, random: SeededRandom) =>
  Math.round(10 ** (film ? 4.4 + random.next() * 1.9 : 2.5 + random.next() * 3.7));

function createStreams(video: Titled, leaf: Leaf, plain: boolean, random: SeededRandom) {
  if (plain) return [{ name: "第1集", url: PLAIN_PATH, seconds: plainClip.seconds }];
  const name = random.pick(leaf.clips);
  const seconds = clips.find((clip) => clip.name === name)?.seconds ?? 0;
  const loops = loopsFor(random);
  return video.episodes.map((episode, index) => {
    const loopsHere =
      index === 0 ? loops : Math.min(MAX_LOOPS, Math.max(1, loops + random.int(-2, 2)));
    return { name: episode, url: streamPath(name, loopsHere), seconds: seconds * loopsHere };
  });
}

function editorsPicks(all: Titled[], wanted: number, random: SeededRandom): Map<Titled, number> {
  const { firstPicks } = demoContent;
  const place = ({ title }: Titled) =>
    firstPicks.includes(title) ? firstPicks.indexOf(title) : firstPicks.length;
  const picks = random
    .shuffle(all.filter(({ film }) => film))
    .sort((one, other) => place(one) - place(other))
    .slice(0, wanted);
  return new Map(picks.map((video, index) => [video, index + 1]));
}

interface VideoPlan {
  subjects: readonly Subject[];
  firstCode: number;
  random: SeededRandom;
  picked: number;
  restricted: boolean;
}

function makeVideos({ subjects, firstCode, random, picked, restricted }: VideoPlan) {
  const titled = subjects.flatMap((subject) =>
    subject.leaves.flatMap((leaf) => titlesOf(leaf, random).map((video) => ({ video, leaf }))),
  );
  const picks = editorsPicks(
    titled.map(({ video }) => video),
    picked,
    random,
  );
  const released = releaseTimes(
    titled.map(({ video, leaf }) => `${leaf.code} ${video.programme}`),
    random,
  );
  const allEpisodes: NewEpisode[] = [];
  const allVideos = titled.map(({ video, leaf }, index): NewVideo => {
    const code = firstCode + index;
    const played = createStreams(video, leaf, index % PLAIN_EVERY === PLAIN_EVERY - 1, random);
    const cover = coverPath(sceneOf(video.title, random.pick(leaf.scenes)), code);
    for (const [sourceSort, source] of demoContent.sources.slice(0, random.int(1, 3)).entries()) {
      for (const [sort, { name, url }] of played.entries()) {
        allEpisodes.push({ videoCode: code, source, sourceSort, name, sort, url, cover });
      }
    }
    return {
      code,
      categoryCode: leaf.code,
      title: video.title,
      introduction: introduce(video, leaf, random),
      author: random.pick(demoContent.authors),
      cover,
      vip: random.chance(1 / 3),
      hot: hotFor(video, random),
      score: random.int(60, 98) / 10,
      duration: played[0]?.seconds ?? 0,
      sort: index,
      featured: picks.get(video) ?? null,
      restricted,
      createdAt: released[index],
    };
  });
  return { videos: allVideos, episodes: allEpisodes };
}

export const seedVideos = () =>
  makeVideos({
    subjects: demoContent.subjects,
    firstCode: FIRST_CODE,
    random: seededRandom(20261120),
    picked: FEATURED,
    restricted: false,
  });

export const seedHiddenVideos = () =>
  makeVideos({
    subjects: [demoContent.hiddenSubject],
    firstCode: FIRST_HIDDEN_CODE,
    random: seededRandom(42),
    picked: 0,
    restricted: true,
  });

interface Titled {
  title: string;
  programme: string;
  episodes: string[];
  film: boolean;
}

const MAX_EPISODES = 12;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `第${index + 1}集`);

function titlesOf(leaf: Leaf, random: SeededRandom): Titled[] {
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

/** No subtitle is repeated before all have been used. */
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

function introduce(video: Titled, leaf: Leaf, random: SeededRandom): string {
  const { openings, closings } = demoContent;
  const closing = random.chance(0.6) ? random.pick(closings) : "";
  const opening = random.pick(openings).replace("{name}", video.programme);
  return `${opening}${random.pick(leaf.about)}。${closing}`;
}
