import "./dot-env.js";
import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { readEnv } from "./env.ts";
import { failStart, stopGracefully } from "./process.ts";
import { startEmbeddedUpstream } from "./upstream/embedded.ts";

/** What the reference upstream's process is made of: it is started again when that changes. */
const partOfUpstream = /\/server\/(upstream|contract|api\/codec\.ts)/;

/**
 * Vite in front of the same host. Vite loads the server's code as well (`dev-site.ts`), so that a change of it is
 * there with the next request; only this file and the settings need a new start.
 */
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
  const settings = upstream
    ? {
        ...env,
        UPSTREAM_URL: [upstream.url],
        UPSTREAM_AES_KEY: Buffer.from(upstream.aesKey),
        UPSTREAM_AES_IV: Buffer.from(upstream.aesIv),
        UPSTREAM_SECURITY_HEADER: upstream.securityHeader,
        UPSTREAM_BOUGHT_MARK: upstream.boughtMark,
      }
    : env;
  // each site brings its own
  process.setMaxListeners(0);

  type DevSite = typeof import("./dev-site.ts");
  let running: { code: DevSite; site: ReturnType<DevSite["createDevSite"]> } | undefined;
  const stopSite = (one = running) => one?.site.then((site) => site.stop()).catch(() => undefined);
  async function currentSite() {
    const code = (await vite.ssrLoadModule("/server/dev-site.ts")) as DevSite;
    if (running?.code === code) return running.site;
    void stopSite();
    running = { code, site: code.createDevSite(settings, vite, () => stopping.now) };
    return running.site;
  }

  vite.watcher.on("change", (file) => {
    if (partOfUpstream.test(file) && upstream?.pid) process.kill(upstream.pid);
    if (file.includes("/server/")) vite.ws.send({ type: "full-reload" });
  });
  server.on("request", (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        (await currentSite()).answer(request, response);
      } catch (error) {
        const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
        console.error(told);
        response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
        // Vite's client shows the page again as soon as the code is mended
        response.end(
          `<script type="module" src="/@vite/client"></script><pre>${told.replaceAll("<", "&lt;")}</pre>`,
        );
      }
    });
  });
  server.on("error", (error) => failStart(error, env));
  server.listen(env.PORT, env.HOST, () => console.log(`开发服务器：http://localhost:${env.PORT}`));
  const close = async () => {
    await Promise.all([vite.close(), stopSite(), upstream?.stop()]);
  };
  // a page that is open holds a connection for as long as it is
  stopGracefully(server, stopping, close, 500);
} catch (error) {
  failStart(error);
}
