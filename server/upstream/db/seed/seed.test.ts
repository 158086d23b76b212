import { describe, expect, it } from "vitest";
import { clips, plainClip, scenes } from "../../media/demo-media.ts";
import { demoContent } from "./demo-content.ts";
import { seedDanmu } from "./seed.ts";
import { seedVideos } from "./videos.ts";

const { videos, episodes } = seedVideos();
const { subjects } = demoContent;
const leaves = subjects.flatMap((subject) => subject.leaves);

describe("the demo catalogue", () => {
  it("has over 360 videos in over 24 categories, none of them empty", () => {
    expect(videos.length).toBeGreaterThanOrEqual(360);
    expect(leaves.length).toBeGreaterThanOrEqual(24);
    for (const { code } of leaves) {
      expect(videos.filter((video) => video.categoryCode === code).length).toBeGreaterThan(5);
    }
  });

  it("names only scenes and clips that exist", () => {
    const named = [...leaves, ...demoContent.hiddenSubject.leaves];
    const inTitles = demoContent.sceneOfWords.map(({ scene }) => scene);
    expect(scenes).toEqual(
      expect.arrayContaining([...named.flatMap((leaf) => leaf.scenes), ...inTitles]),
    );
    const clipNames = clips.map(({ name }) => name);
    expect(clipNames).toEqual(expect.arrayContaining(named.flatMap((leaf) => leaf.clips)));
  });

  it("has one tag of 300 videos for long scrolling", () => {
    const codes = subjects[0]?.leaves.map(({ code }) => code) ?? [];
    expect(videos.filter(({ categoryCode }) => codes.includes(categoryCode))).toHaveLength(300);
  });

  it("is the same on every run", () => {
    expect(seedVideos()).toEqual({ videos, episodes });
    expect(seedDanmu(videos)).toEqual(seedDanmu(videos));
  });

  it("repeats no title and no category code", () => {
    expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
    expect(new Set(leaves.map(({ code }) => code)).size).toBe(leaves.length);
  });

  it("has a third of its videos for VIP, popularity from hundreds to two million, and 30 editors' picks", () => {
    const share = videos.filter(({ vip }) => vip).length / videos.length;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.4);
    for (const { hot } of videos) {
      expect(hot).toBeGreaterThanOrEqual(300);
      expect(hot).toBeLessThanOrEqual(2_000_000);
    }
    expect(videos.filter(({ featured }) => featured !== null)).toHaveLength(30);
  });

  it("gives each video the true length of its first episode", () => {
    for (const { code, duration } of videos) {
      const first = episodes.find(({ videoCode, sort }) => videoCode === code && sort === 0);
      const [, clip, loops] = /loop\/([^/]+)\/(\d+)\//.exec(first?.url ?? "") ?? [];
      const seconds = clips.find(({ name }) => name === clip)?.seconds ?? plainClip.seconds;
      expect(duration).toBe(seconds * Number(loops ?? 1));
    }
  });

  it("can play every video, from up to three sources of up to twelve episodes, some as plain files", () => {
    const perSource = new Map<string, number>();
    for (const { videoCode, source } of episodes) {
      const key = `${videoCode} ${source}`;
      perSource.set(key, (perSource.get(key) ?? 0) + 1);
    }
    expect(new Set(episodes.map(({ videoCode }) => videoCode)).size).toBe(videos.length);
    expect(Math.max(...perSource.values())).toBe(12);
    expect(new Set(episodes.map(({ source }) => source)).size).toBe(3);
    expect(episodes.filter(({ url }) => url.endsWith(".mp4")).length).toBeGreaterThan(2);
  });

  it("releases a programme's episodes in order", () => {
    const numbered = videos.flatMap((video) => {
      const [, programme, number] = /^(.+) 第(\d+)集：/.exec(video.title) ?? [];
      return programme ? [{ programme, number: Number(number), at: video.createdAt }] : [];
    });
    for (const { programme, number, at } of numbered) {
      const next = numbered.find((one) => one.programme === programme && one.number === number + 1);
      if (next) expect(next.at?.getTime()).toBeGreaterThanOrEqual(at?.getTime() ?? 0);
    }
  });
});
