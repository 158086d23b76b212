import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import site from "../../remix.config.js";

/**
 * What of the app the stock template has its own way of, and the file here that does it in that way.
 * @type {Record<string, string>}
 */
const replaced = {
  "app/entry.server.tsx": "stock-entry.tsx",
  "app/remix/document-scripts.tsx": "stock-scripts.tsx",
  "app/navigation/link.tsx": "stock-link.tsx",
};

/** @param {string} file */
const inThisFolder = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The site's build, with the pages rendered as the stock template renders them. */
export default defineConfig((env) => {
  const { plugins = [], ...config } = site(env);
  const found = new Set();
  const renderAsStock = {
    name: "render-as-stock",
    enforce: /** @type {const} */ ("pre"),
    /** @param {string} source @param {string | undefined} importer */
    resolveId(source, importer) {
      const path =
        source.startsWith(".") && importer
          ? new URL(source, `file://${importer}`).pathname
          : source;
      const own = Object.entries(replaced).find(([file]) => path.endsWith(`/${file}`))?.[1];
      if (!own) return undefined;
      found.add(own);
      return inThisFolder(own);
    },
    buildEnd() {
      const missing = Object.values(replaced).filter((own) => !found.has(own));
      if (env.isSsrBuild && missing.length > 0) throw new Error(`${missing} replaced nothing`);
    },
  };
  // Vite's own files and minifier
  const { minify: _, rollupOptions: __, ...build } = config.build ?? {};
  return { ...config, build, plugins: [renderAsStock, ...plugins] };
});
