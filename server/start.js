import "./settings/dot-env.js";
import { ensureBuild } from "./bundle/build.js";

/** Builds if necessary and serves in production mode; with arguments, through `remix-serve`. */
process.env.NODE_ENV = "production";
await ensureBuild();
if (process.argv[2]) {
  // `remix-serve` would use any free port, also on IPv6
  process.env.PORT ||= "3000";
  process.env.HOST ||= "0.0.0.0";
  await import("@remix-run/serve/dist/cli.js");
} else {
  await import(new URL("../build/machine/main.js", import.meta.url).href);
}
