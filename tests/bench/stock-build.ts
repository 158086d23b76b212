import { execFileSync } from "node:child_process";

const FOLDER = "build/stock";

/** The site's routes and loaders for stock remix-serve, rendered by the template's entry, in `build/stock`. */
export function buildStock() {
  const run = (tool: string, ...args: string[]) =>
    execFileSync(`node_modules/.bin/${tool}`, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: FOLDER },
    });
  run("remix", "vite:build", "-c", "tests/bench/stock.config.js", "--logLevel", "error");
  run(
    "esbuild",
    "serve=server/serve.ts",
    "--bundle",
    "--packages=external",
    "--platform=node",
    "--target=node20",
    "--format=esm",
    "--log-level=warning",
    `--outdir=${FOLDER}/machine`,
  );
}
