import { and, desc, eq, exists, gt, lt } from "drizzle-orm";
import { episodes, videos } from "../../../server/upstream/db/schema.ts";
import { memberOf } from "../members/members.ts";
import { startSiteProgram } from "../servers/program.ts";
import { settingsFor, startTestUpstream } from "../servers/upstream.ts";
import type { Engine } from "./engine.ts";

const codeOfMember = `fetch("/member").then((one) => one.text())
  .then((text) => /"(\\d{8})"/.exec(text)?.[1] ?? "")`;

const hydrated = `new Promise((done) => {
  const look = () =>
    "hydrated" in document.documentElement.dataset ? done(true) : setTimeout(look, 100);
  look();
})`;

/** The built site before an upstream of its own, for members who may watch all of a video. */
export async function startMemberSite(settings: Record<string, string> = {}) {
  const upstream = await startTestUpstream();
  const site = await startSiteProgram({ ...settingsFor(upstream), ...settings });
  return {
    url: site.url,
    /** Answers a first visit's questions, and makes the visitor a member. */
    async admit(engine: Pick<Engine, "open" | "read">) {
      await engine.open(site.url);
      await engine.read(
        "(document.cookie = 'adult=1', sessionStorage.popupAdShown = sessionStorage.installShown = '1')",
      );
      await engine.open(site.url);
      await engine.read(hydrated);
      await memberOf(upstream.db, String(await engine.read(codeOfMember))).makeVip();
    },
    /** A video of several long episodes. */
    async longVideo(): Promise<number> {
      const ofVideo = eq(episodes.videoCode, videos.code);
      const several = upstream.db
        .select()
        .from(episodes)
        .where(and(ofVideo, gt(episodes.sort, 0)));
      const [video] = await upstream.db
        .select()
        .from(videos)
        .where(and(eq(videos.restricted, false), lt(videos.duration, 3_000), exists(several)))
        .orderBy(desc(videos.duration))
        .limit(1);
      return video?.code ?? 0;
    },
    play: (code: number, url: string) =>
      upstream.db.update(episodes).set({ url }).where(eq(episodes.videoCode, code)),
    async stop() {
      await site.stop();
      await upstream.stop();
    },
  };
}
