import { keyBytes } from "../../../server/upstream/settings.ts";
import { type StartOptions, startUpstream, type Upstream } from "../../../server/upstream/start.ts";
import { disposable } from "../disposable.ts";

/** Starts the reference upstream in this process with a temporary store. `forSite` are a site's settings for it. */
export async function startTestUpstream(options: StartOptions = {}) {
  const upstream = await startUpstream(options);
  const { aesKey, aesIv, securityHeader, boughtMark } = upstream.settings;
  return disposable({
    ...upstream,
    forSite: {
      url: upstream.url,
      aesKey: keyBytes(aesKey),
      aesIv: keyBytes(aesIv),
      securityHeader,
      boughtMark,
    },
  });
}

/** The settings of a site program in front of the given upstream. */
export const settingsFor = ({ url, settings }: Pick<Upstream, "url" | "settings">) => ({
  UPSTREAM_URL: url,
  UPSTREAM_AES_KEY: settings.aesKey,
  UPSTREAM_AES_IV: settings.aesIv,
  UPSTREAM_SECURITY_HEADER: settings.securityHeader,
  SESSION_SECRET: "a-secret-for-browser-tests-and-nothing-else",
});
