import "./dot-env.js";
import { ensureBuild } from "./build.js";

/** Serves in production mode, after a build where there is no current one; by `remix-serve` what is named for it. */
process.env.NODE_ENV = "production";
await ensureBuild();
if (process.argv[2]) {
  // its own are any free port, and IPv6 as well
  process.env.PORT ||= "3000";
  process.env.HOST ||= "0.0.0.0";
  await import("@remix-run/serve/dist/cli.js");
} else {
  await import(new URL("../build/machine/main.js", import.meta.url).href);
}
