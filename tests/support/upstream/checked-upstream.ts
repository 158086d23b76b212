import { externalUpstreamSettings } from "../../../server/assemble-site.ts";
import { checkUpstream, readCheckSettings } from "../../../server/upstream-check/check.ts";
import type { CallName, WriteLevel } from "../../../server/upstream-check/steps.ts";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import {
  type OpenedAnswer,
  startRewritingUpstream,
  type Wire,
} from "../servers/rewriting-upstream.ts";
import type { startTestUpstream } from "../servers/upstream.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;

/** An object of an upstream's answer. */
export interface WireData {
  [field: string]: unknown;
}

/** The settings of a site in front of `url`, which passes requests on to the reference upstream. */
export const checkSettings = (
  { url: origin, settings }: Upstream,
  url: string,
  more: Record<string, string> = {},
) => ({
  UPSTREAM_URL: url,
  UPSTREAM_AES_KEY: settings.aesKey,
  UPSTREAM_AES_IV: settings.aesIv,
  UPSTREAM_SECURITY_HEADER: settings.securityHeader,
  // the reference upstream's answers name its files by its own address
  MEDIA_ORIGINS: origin,
  UPSTREAM_TIMEOUT_MS: "20000",
  ...more,
});

/** The results of `npm run upstream:check`. */
export function check(
  source: Record<string, string>,
  { level = "read", only }: { level?: WriteLevel; only?: CallName } = {},
) {
  const { env, rawKeys } = readCheckSettings(source);
  const { TOPICS_FILE: topics, MEDIA_ORIGINS: mediaOrigins = [] } = env;
  return checkUpstream(externalUpstreamSettings(env), {
    level,
    only,
    topics,
    mediaOrigins,
    rawKeys,
  });
}

/**
 * The reference upstream with changed answers. All videos share one small cover, because rendering the eight covers
 * that a check requests would take most of its time.
 */
export function withRewrittenAnswers(
  { url, forSite }: Upstream,
  rewrite: (answer: OpenedAnswer) => unknown,
  wire?: Wire,
) {
  const cover = `${url}/art/ad-tea.webp`;
  const withOneCover = (data: unknown): unknown =>
    JSON.parse(JSON.stringify(data), (name, value) =>
      name === "cartoonImage" && value ? cover : value,
    );
  const codec = createCodec({ key: forSite.aesKey, iv: forSite.aesIv });
  return startRewritingUpstream(
    { url, codec },
    ({ envelope, ...answer }) =>
      rewrite({
        ...answer,
        envelope: {
          ...envelope,
          ...(envelope.data !== undefined && { data: withOneCover(envelope.data) }),
        },
      }),
    wire,
  );
}

/** The same, with the data of one call changed. */
export const withRewrittenCall = (
  upstream: Upstream,
  changedCall: string,
  change: (data: WireData & WireData[]) => unknown,
) =>
  withRewrittenAnswers(upstream, ({ call, envelope }) =>
    call === changedCall
      ? { ...envelope, data: change(envelope.data as WireData & WireData[]) }
      : envelope,
  );

/** A video whose only episode is at `url`. */
export const streamedFrom = (data: WireData, url: string) => {
  const [first] = data.srcList as { urlList: WireData[] }[];
  return { ...data, srcList: [{ urlList: [{ ...first?.urlList[0], url }] }] };
};
