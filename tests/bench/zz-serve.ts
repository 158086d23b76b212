import { settingsFor } from "../e2e/known-upstream.ts";
import { startSiteProgram } from "../support/program.ts";
import { startTestUpstream } from "../support/upstream.ts";
import { startWithPhotographs } from "./photographs.ts";
const upstream = await startTestUpstream();
const photographs = await startWithPhotographs(upstream.url);
const site = await startSiteProgram({ ...settingsFor(upstream), UPSTREAM_URL: photographs.url });
console.log(site.url);
