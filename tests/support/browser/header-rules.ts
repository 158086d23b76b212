/**
 * The rules of Mozilla's HTTP Observatory that need only a response: its own program scans hosts, and depends on a web
 * server and a database client. Source: the scoring table of mdn/mdn-http-observatory.
 */

export interface Judged {
  /** Points by rule, without those of 0. */
  points: Record<string, number>;
  score: number;
  grade: string;
}

const SIX_MONTHS_S = 15_768_000;
const EXTRA_FROM = 90;
const grades = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
] as const;

const broad = [
  "ftp:",
  "http:",
  "https:",
  "*",
  "http://*",
  "https://*",
  "http://*.*",
  "https://*.*",
];
const inline = ["'unsafe-inline'", "data:"];

type Policy = Map<string, string[]>;

const policyOf = (headers: Headers): Policy =>
  new Map(
    (headers.get("content-security-policy") ?? "")
      .split(";")
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name.toLowerCase(), sources] as const)
      .filter(([name]) => name !== ""),
  );

/** Browsers ignore `'unsafe-inline'` beside a nonce or hash. */
function sourcesOf(policy: Policy, name: string): string[] {
  const sources = policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const strict = sources.some((source) => /^'(nonce|sha\d+)-/.test(source));
  return sources.filter((source) => !(strict && source === "'unsafe-inline'"));
}

function policyPoints(headers: Headers): number {
  const policy = policyOf(headers);
  if (policy.size === 0) return -25;
  const [script, style, object] = ["script-src", "style-src", "object-src"].map((name) =>
    sourcesOf(policy, name),
  ) as [string[], string[], string[]];
  const holds = (sources: string[], bad: string[]) => sources.some((one) => bad.includes(one));
  if (holds(script, [...broad, ...inline]) || holds(object, broad)) return -20;
  const insecure = (names: string[]) =>
    names.some((name) => sourcesOf(policy, name).some((source) => /^(http|ftp):/.test(source)));
  const passive = ["img-src", "media-src"];
  if (insecure([...policy.keys()].filter((name) => !passive.includes(name)))) return -20;
  if (holds([...script, ...style], ["'unsafe-eval'"])) return -10;
  if (insecure(passive)) return -10;
  if (holds(style, [...broad, ...inline])) return 0;
  return policy.get("default-src")?.join() === "'none'" ? 10 : 5;
}

/** Rates all cookies as session cookies. */
function cookiePoints(headers: Headers, protectedByHsts: boolean): number {
  const cookies = headers.getSetCookie().map((cookie) => cookie.toLowerCase());
  if (cookies.length === 0) return 0;
  if (!cookies.every((one) => /;\s*httponly/.test(one))) return -30;
  if (!cookies.every((one) => /;\s*secure/.test(one))) return protectedByHsts ? -10 : -40;
  if (cookies.some((one) => /;\s*samesite=(?!lax|strict)/.test(one))) return -20;
  return cookies.every((one) => /;\s*samesite=/.test(one)) ? 5 : 0;
}

function transportPoints(headers: Headers): number {
  const [, seconds] = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "") ?? [];
  if (seconds === undefined) return -20;
  return Number(seconds) >= SIX_MONTHS_S ? 0 : -10;
}

function framePoints(headers: Headers): number {
  const ancestors = policyOf(headers).get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => broad.includes(source))) return 5;
  return /^(deny|sameorigin)$/i.test(headers.get("x-frame-options") ?? "") ? 0 : -20;
}

function referrerPoints(headers: Headers): number {
  const policies = headers.get("referrer-policy")?.split(/\s*,\s*/);
  if (!policies) return 0;
  const privately = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
  return privately.test(policies.at(-1) ?? "") ? 5 : -5;
}

const resourcePoints = (headers: Headers): number => {
  const policy = headers.get("cross-origin-resource-policy");
  if (policy === null) return 0;
  return policy === "same-origin" || policy === "same-site"
    ? 10
    : policy === "cross-origin"
      ? 0
      : -5;
};

/** Scripts from other origins need an `integrity` attribute. */
function scriptPoints(html: string, origin: string): number {
  const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  const foreign = scripts.filter((tag) => {
    const [, address] = /\ssrc="([^"]+)"/.exec(tag) ?? [];
    return address !== undefined && new URL(address, origin).origin !== origin;
  });
  return foreign.every((tag) => /\sintegrity="/.test(tag)) ? 0 : -5;
}

const sharingPoints = (headers: Headers): number =>
  headers.get("access-control-allow-origin") && headers.get("access-control-allow-credentials")
    ? -50
    : 0;

/**
 * Rates a response over TLS. The redirection from http is left out: the proxy in front of the site does it.
 *
 * @param origin of the site
 */
export function judge(headers: Headers, html: string, origin: string): Judged {
  const transport = transportPoints(headers);
  const points = {
    "content-security-policy": policyPoints(headers),
    cookies: cookiePoints(headers, transport === 0),
    "cross-origin-resource-policy": resourcePoints(headers),
    "cross-origin-resource-sharing": sharingPoints(headers),
    "referrer-policy": referrerPoints(headers),
    "strict-transport-security": transport,
    "subresource-integrity": scriptPoints(html, origin),
    "x-content-type-options": headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    "x-frame-options": framePoints(headers),
  };
  const all = Object.values(points);
  const sum = (some: number[]) => some.reduce((total, one) => total + one, 0);
  const withoutExtra = 100 + sum(all.filter((one) => one < 0));
  // extra points count only from this score on
  const extra = withoutExtra >= EXTRA_FROM ? sum(all.filter((one) => one > 0)) : 0;
  const score = Math.max(0, withoutExtra + extra);
  const grade = grades.find(([from]) => score >= from)?.[1] ?? "F";
  return {
    points: Object.fromEntries(Object.entries(points).filter(([, value]) => value !== 0)),
    score,
    grade,
  };
}
