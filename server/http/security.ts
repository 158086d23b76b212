import { HSTS_SECONDS } from "../cache-times.ts";

/** Where browsers report violations of the policy; headers name it `csp`. */
export const CSP_REPORTS_PATH = "/csp-report";

/** Allowed picture and stream origins if the operator configures none. */
const ANY_SECURE_ORIGIN = ["https:"];

export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

export interface SecurityOptions {
  nonce?: string;
  hashes?: InlineHashes;
  mediaOrigins?: readonly string[];
  analyticsUrl?: string;
  secure: boolean;
  /** Vite injects styles and uses a WebSocket. */
  development?: boolean;
}

const unused = [
  ...["camera", "microphone", "geolocation", "payment", "display-capture", "usb", "serial"],
  ...["hid", "midi", "accelerometer", "gyroscope", "magnetometer", "browsing-topics"],
];

/** Sources: MDN and the OWASP secure headers project. */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "reporting-endpoints": `csp="${CSP_REPORTS_PATH}"`,
    "x-content-type-options": "nosniff",
    // other sites must not see addresses, which contain codes and search terms
    "referrer-policy": "same-origin",
    "permissions-policy": unused.map((name) => `${name}=()`).join(", "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    // adult content stays out of search engines
    "x-robots-tag": "noindex, nofollow, noarchive",
    ...(options.secure && { "strict-transport-security": `max-age=${HSTS_SECONDS}` }),
  };
}

const HALF_A_YEAR_MS = 180 * 24 * 60 * 60_000;

/** RFC 9116 requires an expiry date. */
export const securityText = (contact: string) =>
  `Contact: ${contact}\nExpires: ${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}\nPreferred-Languages: zh, en\n`;

function contentSecurityPolicy(options: SecurityOptions): string {
  const { nonce, hashes, mediaOrigins, analyticsUrl, development } = options;
  const own = nonce ? [`'nonce-${nonce}'`] : [];
  const media = [...(mediaOrigins ?? ANY_SECURE_ORIGIN)];
  const analytics = analyticsUrl ? [new URL(analyticsUrl).origin] : [];
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    // Remix starts with inline modules
    "script-src": ["'self'", ...own, ...(hashes?.scripts ?? []), ...analytics],
    // documents contain the styles of their routes inline
    "style-src": [
      "'self'",
      ...(development ? ["'unsafe-inline'"] : [...own, ...(hashes?.styles ?? [])]),
    ],
    // blob: for pictures drawn in the browser
    "img-src": ["'self'", "data:", "blob:", ...media],
    // blob: hls.js's MediaSource; data: an empty subtitle file that a script fills
    "media-src": ["'self'", "blob:", "data:", ...media],
    "connect-src": ["'self'", ...media, ...analytics, ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "report-to": ["csp"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
