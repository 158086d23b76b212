import "./settings/dot-env.js";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/server-runtime";
import { createServer as createVite } from "vite";
import { failStart, stopGracefully } from "./process.ts";
import { type Env, readEnv } from "./settings/env.ts";
import { startEmbeddedUpstream } from "./upstream/embedded.ts";

/** The reference upstream's process restarts when these files change. */
const upstreamSources = /\/server\/(upstream|contract|upstream-client\/codec\.ts)/;

/** In milliseconds; short, because an open page keeps its connection. */
const DRAIN_MS = 500;

/** Vite loads the server's code, too, so that changes take effect with the next request. */
try {
  const env = readEnv(process.env);
  const server = createServer();
  const [vite, upstream] = await Promise.all([
    createVite({
      configFile: "remix.config.js",
      server: { middlewareMode: true, hmr: { server } },
    }),
    env.UPSTREAM_URL
      ? undefined
      : startEmbeddedUpstream({
          entry: new URL("./upstream/main.ts", import.meta.url),
          dataDir: env.DATA_DIR,
        }),
  ]);
  const stopping = { now: false };
  const settings: Env = upstream
    ? {
        ...env,
        UPSTREAM_URL: [upstream.url],
        UPSTREAM_AES_KEY: Buffer.from(upstream.aesKey),
        UPSTREAM_AES_IV: Buffer.from(upstream.aesIv),
        UPSTREAM_AES_MODE: "cbc",
        UPSTREAM_SECURITY_HEADER: upstream.securityHeader,
        UPSTREAM_BOUGHT_MARK: upstream.boughtMark,
      }
    : env;
  // each new version of the site adds a listener until the old one has stopped
  process.setMaxListeners(0);

  type Assembly = typeof import("./assemble-site.ts");
  type HostModule = typeof import("./host.ts");

  async function createSite({ assembleSite }: Assembly, { createHost }: HostModule) {
    const site = await assembleSite(settings, new URL("./upstream/main.ts", import.meta.url));
    const host = createHost({
      build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
      ...site.parts,
      stopping: () => stopping.now,
    });
    return { answer: getRequestListener(host.fetch), stop: site.stop };
  }

  let running:
    | { assembly: Assembly; http: HostModule; site: ReturnType<typeof createSite> }
    | undefined;
  const stopSite = async (one = running) => {
    const site = await one?.site.catch(() => undefined);
    await site?.stop();
  };
  async function currentSite() {
    const assembly = (await vite.ssrLoadModule("/server/assemble-site.ts")) as Assembly;
    const http = (await vite.ssrLoadModule("/server/host.ts")) as HostModule;
    if (running?.assembly === assembly && running.http === http) return running.site;
    void stopSite();
    running = { assembly, http, site: createSite(assembly, http) };
    return running.site;
  }

  vite.watcher.on("change", (file) => {
    if (upstreamSources.test(file) && upstream?.pid) process.kill(upstream.pid);
    if (file.includes("/server/")) vite.ws.send({ type: "full-reload" });
  });
  server.on("request", (request, response) => {
    // in production, the build contains this file
    if (request.url === "/refusal.css") request.url = "/app/styles/refusal.css";
    vite.middlewares(request, response, async () => {
      try {
        (await currentSite()).answer(request, response);
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        console.error(text);
        response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
        response.end(
          `<script type="module" src="/@vite/client"></script><pre>${text.replaceAll("<", "&lt;")}</pre>`,
        );
      }
    });
  });
  server.on("error", (error) => failStart(error, env));
  server.listen(env.PORT, env.HOST, () => console.log(`开发服务器：http://localhost:${env.PORT}`));
  const close = async () => {
    await Promise.all([vite.close(), stopSite(), upstream?.stop()]);
  };
  stopGracefully(server, stopping, close, DRAIN_MS);
} catch (error) {
  failStart(error);
}
