import { HSTS_SECONDS } from "../cache-times.ts";

/** Where pictures and streams may come from when the operator does not say. */
const ANY_SECURE_ORIGIN = ["https:"];

/** Sources such as 'sha256-…'. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

export interface SecurityOptions {
  /** Allows this answer's own inline scripts. */
  nonce?: string;
  /** Allows inline scripts and styles by their content, in cached documents. */
  hashes?: InlineHashes;
  mediaOrigins?: readonly string[];
  /** The operator's analytics script: its origin may run scripts and be sent requests, besides this site. */
  analyticsUrl?: string;
  /** Whether the visitor's connection is TLS. */
  secure: boolean;
  /** In development Vite injects styles and talks over a web socket. */
  development?: boolean;
}

/** What browsers offer and this site never asks for. */
const unused = [
  ...["camera", "microphone", "geolocation", "payment", "display-capture", "usb", "serial"],
  ...["hid", "midi", "accelerometer", "gyroscope", "magnetometer", "browsing-topics"],
];

/** The headers that every answer carries. Source: MDN and the OWASP secure headers project. */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "x-content-type-options": "nosniff",
    // addresses of pages carry codes and searches: other sites learn nothing of them
    "referrer-policy": "same-origin",
    "permissions-policy": unused.map((name) => `${name}=()`).join(", "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    // adult content stays out of every search engine
    "x-robots-tag": "noindex, nofollow, noarchive",
    ...(options.secure && { "strict-transport-security": `max-age=${HSTS_SECONDS}` }),
  };
}

const HALF_A_YEAR_MS = 180 * 24 * 60 * 60_000;

/** RFC 9116. It must say until when it holds: whoever asks later asks again. */
export const securityText = (contact: string) =>
  `Contact: ${contact}\nExpires: ${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}\nPreferred-Languages: zh, en\n`;

function contentSecurityPolicy(options: SecurityOptions): string {
  const { nonce, hashes, mediaOrigins, analyticsUrl, development } = options;
  const own = nonce ? [`'nonce-${nonce}'`] : [];
  const media = [...(mediaOrigins ?? ANY_SECURE_ORIGIN)];
  const analytics = analyticsUrl ? [new URL(analyticsUrl).origin] : [];
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    // Remix starts the page with inline modules; nothing else inline may run
    "script-src": ["'self'", ...own, ...(hashes?.scripts ?? []), ...analytics],
    // the page carries the styles of its own routes
    "style-src": [
      "'self'",
      ...(development ? ["'unsafe-inline'"] : [...own, ...(hashes?.styles ?? [])]),
    ],
    // data: for small pictures that the page itself holds, blob: for those that it draws
    "img-src": ["'self'", "data:", "blob:", ...media],
    // blob: is how hls.js hands the stream to the video element, data: an empty file of subtitles, which it then fills
    "media-src": ["'self'", "blob:", "data:", ...media],
    // segments are fetched by script
    "connect-src": ["'self'", ...media, ...analytics, ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
