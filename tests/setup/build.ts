import { ensureBuild } from "../../server/build.js";

/** Request tests run against the real build. */
export default () => ensureBuild();
