import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Builds the site. Plain JavaScript, because it runs before compilation. */

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const stamp = join(root, "build/fingerprint");
const sources = [
  "app",
  "server",
  "public",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
];
/** Served as they are, so not inputs of the build. */
const notBuilt = join(root, "server/upstream/media/clips");

/** A hash of the build's inputs. */
function fingerprint() {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    if (path === notBuilt || !existsSync(path)) return;
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) add(child);
      else hash.update(child.slice(root.length)).update(readFileSync(child));
    }
  };
  for (const source of sources) {
    const path = join(root, source);
    if (source.includes(".")) hash.update(readFileSync(path));
    else add(path);
  }
  return hash.digest("hex");
}

/** @param {string} tool @param {string[]} args */
const run = (tool, ...args) => execute(join(root, "node_modules/.bin", tool), args);

/** @param {string} program @param {string[]} args */
function execute(program, args) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: "production", VITEST: "" };
  try {
    execFileSync(program, args, { cwd: root, stdio: "inherit", env });
  } catch {
    // the tool has printed the error; a stack trace would only push it off the screen
    process.exit(1);
  }
}

export async function build() {
  const current = fingerprint();
  rmSync(join(root, "build"), { recursive: true, force: true });
  run("remix", "vite:build", "-c", "remix.config.js");
  run(
    "esbuild",
    "main=server/main.ts",
    "serve=server/serve.ts",
    "upstream=server/upstream/main.ts",
    "--bundle",
    "--splitting",
    "--packages=external",
    "--platform=node",
    "--target=node20",
    "--format=esm",
    "--sourcemap=linked",
    "--log-level=warning",
    "--outdir=build/machine",
  );
  buildPartsBesideApp(current);
  await precompress(join(root, "build/client"));
  execute(process.execPath, ["--import", "tsx", "server/upstream/db/make-snapshot.ts"]);
  // PGlite makes some files readable only by their owner, and others writable by all; the site may run as another user
  for (const file of filesIn(join(root, "build/snapshots"))) chmodSync(file, 0o644);
  writeFileSync(stamp, current);
}

/**
 * Builds the parts outside the app: the service worker, its offline page, and the styles of error pages.
 *
 * @param {string} version makes the worker's bytes differ between builds, so that browsers update it
 */
function buildPartsBesideApp(version) {
  const files = readdirSync(join(root, "build/client/assets"))
    .filter((file) => /\.(js|css)$/.test(file) && !file.startsWith("server-build"))
    .map((file) => `/assets/${file}`);
  run(
    "esbuild",
    "sw=app/offline/worker.ts",
    "offline=app/offline/page.ts",
    "refusal=app/styles/refusal.css",
    "--external:/favicon.svg",
    `--define:BUILD=${JSON.stringify(version.slice(0, 12))}`,
    `--define:BUILD_FILES=${JSON.stringify(files)}`,
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--log-level=warning",
    "--outdir=build/client",
  );
}

/** Text files; pictures, videos and fonts are already compressed. */
const texts = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;
/** In bytes; compressing smaller files saves less than the headers cost. */
const WORTH_IT = 500;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Writes a `.br` and a `.gz` file at the best compression next to every text file of a folder, unless it saves nothing.
 * `server/http/static-files.ts` serves them.
 *
 * @param {string} folder
 */
async function precompress(folder) {
  const files = filesIn(folder).filter((file) => texts.test(file));
  await Promise.all(files.map(compressFile));
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length <= WORTH_IT) return;
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    toGzip(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}

/** Builds if the sources have changed since the last build. */
export async function ensureBuild() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()) return;
  await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
