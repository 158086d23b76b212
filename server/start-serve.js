import "./dot-env.js";
import { execFileSync } from "node:child_process";
import { ensureBuild } from "./build.js";

/** The same build under stock remix-serve. */
await ensureBuild();
execFileSync("node_modules/.bin/remix-serve", ["build/machine/serve.js"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
