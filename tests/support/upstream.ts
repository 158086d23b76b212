import { keyBytes } from "../../server/upstream/keys.ts";
import { startUpstream } from "../../server/upstream/start.ts";

/** The reference upstream in this process and in memory, with the settings that a site needs for it. */
export async function startTestUpstream() {
  const upstream = await startUpstream();
  const { aesKey, aesIv, securityHeader } = upstream.settings;
  return {
    ...upstream,
    forSite: {
      url: upstream.url,
      aesKey: keyBytes(aesKey),
      aesIv: keyBytes(aesIv),
      securityHeader,
    },
  };
}
