import "./dot-env.js";
import { ensureBuild } from "./build.js";

/** Serves in production mode, after a build where there is no current one. */
process.env.NODE_ENV = "production";
await ensureBuild();
await import(new URL("../build/machine/main.js", import.meta.url).href);
