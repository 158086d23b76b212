import { UpstreamFault } from "../upstream-client/errors.ts";
import type { HostValue, MediaHeaders } from "../upstream-client/origins.ts";

/** What hosts want to see that refuse a picture or a stream. */
export interface HeaderTrials {
  /** As they are tried: the downloader reads them at each request. */
  headers: MediaHeaders;
  /**
   * Tries what such hosts usually want; what works stays in `headers`.
   * @param begin asks for the address again; throws where it is refused
   * @returns the setting that helps
   */
  mend(
    refusal: unknown,
    url: string,
    begin: (url: string) => Promise<unknown>,
  ): Promise<Setting | undefined>;
  /** Lines for `.env` with what works. */
  lines(): string[];
}

type Setting = "MEDIA_REFERER" | "MEDIA_USER_AGENT";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Not there is another matter. */
const isRefusal = (fault: unknown) =>
  fault instanceof UpstreamFault &&
  fault.status !== undefined &&
  fault.status >= 400 &&
  fault.status < 500 &&
  ![404, 410].includes(fault.status);

export function createHeaderTrials(named: MediaHeaders, upstreamUrl: string): HeaderTrials {
  const values: Record<Setting, HostValue[]> = {
    MEDIA_REFERER: [...(named.referers ?? [])],
    MEDIA_USER_AGENT: [...(named.userAgents ?? [])],
  };
  const helped = new Set<Setting>();
  const text = ({ host, value }: HostValue) => (host === "*" ? value : `${host}=${value}`);
  return {
    headers: { referers: values.MEDIA_REFERER, userAgents: values.MEDIA_USER_AGENT },
    async mend(refusal, url, begin) {
      if (!isRefusal(refusal)) return undefined;
      const { hostname, origin } = new URL(url);
      const trials: [Setting, string][] = [
        ["MEDIA_REFERER", `${origin}/`],
        ["MEDIA_REFERER", `${new URL(upstreamUrl).origin}/`],
        ["MEDIA_USER_AGENT", DESKTOP],
      ];
      for (const [setting, value] of trials) {
        const before = [...values[setting]];
        const others = before.filter(({ host }) => host !== hostname);
        values[setting].splice(0, before.length, ...others, { host: hostname, value });
        const works = await begin(url).then(
          () => true,
          () => false,
        );
        if (works) {
          helped.add(setting);
          return setting;
        }
        values[setting].splice(0, values[setting].length, ...before);
      }
      return undefined;
    },
    lines: () =>
      [...helped].map((setting) => {
        const [all, some] = [true, false].map((forAll) =>
          values[setting].filter(({ host }) => (host === "*") === forAll),
        );
        return `${setting}=${[...(all ?? []), ...(some ?? [])].map(text).join(" ")}`;
      }),
  };
}
