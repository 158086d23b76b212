import { ensureBuild } from "../../server/bundle/build.js";

/** Request tests run against the real build; against the one that is there where its sources are changed on purpose. */
export default async () => {
  if (!process.env.KEEP_BUILD) await ensureBuild();
};
