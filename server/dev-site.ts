import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/server-runtime";
import type { ViteDevServer } from "vite";
import { assembleSite } from "./assemble-site.ts";
import type { Env } from "./env.ts";
import { createHost } from "./http/host.ts";

/** The site as it is while developing: made anew by `dev.ts` whenever the server's code has changed. */
export async function createDevSite(env: Env, vite: ViteDevServer, stopping: () => boolean) {
  const site = await assembleSite(env, new URL("./upstream/main.ts", import.meta.url));
  const host = createHost({
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
    ...site.parts,
    stopping,
  });
  return { answer: getRequestListener(host.fetch), stop: site.stop };
}
