import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { build } from "esbuild";
import { denyImports } from "vite-env-only";
import { defineConfig } from "vitest/config";
import { browserChunks } from "./server/bundle/browser-chunks.js";

/** For all tests together; more than cores where there are two, because much of a test is waiting. */
const maxWorkers = Math.max(3, availableParallelism() - 1);
const unitTests = [
  "app/**/*.test.{ts,tsx}",
  "server/**/*.test.ts",
  "tools/**/*.test.ts",
  "tests/repository/architecture.test.ts",
];
/** What `npm run test:nightly` runs in place of `npm test` (docs/decisions/0034). */
const nightlyTests = [
  "server/upstream/**/*.test.ts",
  "tests/request/**/*fuzz*.test.ts",
  "tests/request/instances/{failover,load}.test.ts",
  "tests/request/releases/release.test.ts",
  "tests/request/upstream/crash.test.ts",
  "tests/repository/promtool.test.ts",
];

/**
 * A module with all that it imports, as the text of one classic script, for documents: `import text from "./x.ts?script"`.
 *
 * @type {import("vite").Plugin}
 */
const inlineScripts = {
  name: "inline-scripts",
  async load(id) {
    const [file = "", query] = id.split("?");
    if (query !== "script") return;
    const { outputFiles, metafile } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      format: "iife",
      target: "es2022",
      define: { "import.meta.env.SSR": "false" },
      // of what is imported only the functions that are used
      plugins: [{ name: "pure", setup: (bundle) => bundle.onResolve({ filter: /^\./ }, pure) }],
    });
    for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input));
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`;
  },
};

/** @param {import("esbuild").OnResolveArgs} asked */
const pure = ({ path, resolveDir }) => ({ path: join(resolveDir, path), sideEffects: false });

/**
 * Vite's own names also have each class's line, 0.3 KB of a page's scripts.
 *
 * @param {string} name @param {string} file
 */
function generateScopedName(name, file) {
  const path = relative(import.meta.dirname, file.split("?", 1)[0] ?? "");
  return `_${name}_${createHash("sha256").update(path).digest("hex").slice(0, 5)}`;
}

/** The one build configuration: Vite with the Remix plugin, and Vitest (which runs without that plugin). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    inlineScripts,
    denyImports({
      client: {
        // the product's rules are constants that the server and the browser apply alike
        files: [/^server\/(?!contract\/rules\.ts$)/, "**/*.server.*"],
        specifiers: [/^node:/],
      },
    }),
    !process.env.VITEST &&
      remix({
        ignoredRouteFiles: ["**/*"],
        buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
        future: {
          v3_fetcherPersist: true,
          v3_relativeSplatPath: true,
          v3_throwAbortReason: true,
          v3_routeConfig: true,
          v3_singleFetch: true,
          // the manifest is one small cached file; discovering routes would cost a request per page
          v3_lazyRouteDiscovery: false,
        },
      }),
  ],
  css: { modules: { generateScopedName } },
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      // five percent smaller than esbuild's; visitors' consoles stay empty, whatever a library has to say
      minify: "terser",
      terserOptions: { compress: { passes: 2, drop_console: true } },
      rollupOptions: {
        // reading a property does nothing else; what is tried in a `try` stays
        treeshake: { propertyReadSideEffects: false },
        output: { manualChunks: browserChunks(), onlyExplicitManualChunks: true },
      },
    }),
  },
  // found late, they would load the first page twice
  optimizeDeps: {
    include: [
      "@remix-run/node",
      "hls.js",
      "qrcode",
      "react-dom",
      "remix-utils/use-hydrated",
      "zod",
    ],
  },
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/test-results/**"] } },
  test: {
    // what passes at a later attempt only is named at the end of the run (docs/decisions/0034)
    retry: 2,
    includeTaskLocation: true,
    // these only end what never happens: no test may pass or fail by how fast the machine is
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: unitTests,
          exclude: nightlyTests,
          globalSetup: "tests/setup/snapshot.ts",
          // a hundred small files: a process for each took longer than what is in them
          isolate: false,
          maxWorkers,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        extends: true,
        test: {
          name: "request",
          include: ["tests/{request,repository}/**/*.test.ts"],
          exclude: [...unitTests, ...nightlyTests],
          globalSetup: "tests/setup/build.ts",
          // loading the site for each file took a tenth of the time
          isolate: false,
          setupFiles: "tests/setup/readable-failures.ts",
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: "nightly",
          include: nightlyTests,
          globalSetup: "tests/setup/build.ts",
          isolate: false,
          maxWorkers,
        },
      },
    ],
  },
}));
