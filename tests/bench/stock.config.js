import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import site from "../../remix.config.js";

const stockEntry = fileURLToPath(new URL("./stock-entry.tsx", import.meta.url));

/** The site's build, with the pages rendered as the stock template renders them. */
export default defineConfig((env) => {
  const { plugins = [], ...config } = site(env);
  const renderAsStock = {
    name: "render-as-stock",
    enforce: /** @type {const} */ ("pre"),
    /** @param {string} source */
    resolveId: (source) => (source.endsWith("app/entry.server.tsx") ? stockEntry : undefined),
  };
  return { ...config, plugins: [renderAsStock, ...plugins] };
});
