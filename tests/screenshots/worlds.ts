import { sql } from "drizzle-orm";
import { videos } from "../../server/upstream/db/schema.ts";
import { startGate } from "../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../support/servers/program.ts";
import { settingsFor, startTestUpstream } from "../support/servers/upstream.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;

const LONG =
  "海边日落与远山云海之间的漫长旅程：从第一缕晨光到最后一盏渔火 Slow Journey Along The Coast Of Light 完整珍藏版";

const ARRIVING = /auto-register|getEntityByCode/;

/** What a site's upstream may be like. */
const kinds = {
  ordinary: async () => undefined,
  /** Names are far too long, or missing; every third picture is missing. */
  odd: async ({ db }: Upstream) => {
    await db.update(videos).set({
      title: sql`case when code % 3 = 0 then '' when code % 3 = 1 then ${LONG} || code else title end`,
      introduction: sql`case when code % 2 = 0 then '' else ${LONG.repeat(4)} end`,
      cover: sql`case when code % 3 = 2 then '/covers/nothing.svg' else cover end`,
      hot: sql`case when code % 2 = 0 then 0 else 1234567890 end`,
    });
  },
  /** Nothing was ever put in. */
  empty: async ({ db }: Upstream) => {
    await db.update(videos).set({ withdrawn: true });
  },
  /** Whoever comes is known, and nothing else is ever answered: what is shown meanwhile. */
  stuck: async () => undefined,
  /** The upstream is not there. */
  down: async () => undefined,
};
export type WorldName = keyof typeof kinds;
export type World = Awaited<ReturnType<typeof startWorld>>;

async function startWorld(name: WorldName) {
  const upstream = await startTestUpstream();
  await kinds[name](upstream);
  const gate = name === "stuck" ? await startGate(upstream.url, 0, ARRIVING) : undefined;
  const site = await startSiteProgram({
    ...settingsFor({ ...upstream, url: gate?.url ?? upstream.url }),
    UPSTREAM_TIMEOUT_MS: "600000",
  });
  gate?.shut();
  if (name === "down") await upstream.stop();
  return {
    url: site.url,
    db: upstream.db,
    async stop() {
      await site.stop();
      await gate?.stop();
      if (name !== "down") await upstream.stop();
    },
  };
}

/** Each kind of site, started when a screen first needs it. */
export function startWorlds() {
  const started = new Map<WorldName, Promise<World>>();
  return {
    get(name: WorldName): Promise<World> {
      const world = started.get(name) ?? startWorld(name);
      started.set(name, world);
      return world;
    },
    async stop() {
      for (const world of started.values()) await (await world).stop();
    },
  };
}
