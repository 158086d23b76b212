import pino, { type DestinationStream, type Logger } from "pino";
import type { AnswerObserver } from "./answer.ts";

const REDACTED = "[secret]";

/** Fields whose text is never logged, at any depth and also in JSON within a text. */
const FIELDS =
  "token|cookie|set-cookie|authorization|memberPwdTemp|temporaryPassword|\\w*password|\\w*pwd|secret|aesKey|aesIv";
const secretField = new RegExp(`(\\\\*")(${FIELDS})\\1(\\s*:\\s*)\\1.*?(?<!\\\\)\\1`, "gi");
/** `redis://user:password@host` */
const credentials = /:\/\/[^\s/@"\\]+@/g;
/** Looked for first, in an eighth of the time: most lines hold no secret. */
const maybeSecret = new RegExp(`${FIELDS.replaceAll("\\w*", "")}|://`, "i");

/**
 * The site's log: one line of JSON for each entry, so that nothing a visitor sends can look like another entry.
 * Secrets are removed from every line before it is written: errors carry what others put into them. Lines are written
 * together, ten times a second, and all of them when the process ends.
 *
 * @param secrets texts that are removed wherever they stand
 */
export function createLog(
  level: string,
  secrets: readonly string[],
  destination: DestinationStream = standardOutput(),
): Logger {
  const encoded = secrets
    .filter((secret) => secret.length >= 8)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const clean = (line: string) => {
    const text = encoded.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), line);
    if (!maybeSecret.test(text)) return text;
    return text
      .replace(secretField, `$1$2$1$3$1${REDACTED}$1`)
      .replace(credentials, `://${REDACTED}@`);
  };
  return pino({ level }, { write: (line) => destination.write(clean(line)) });
}

/** In bytes, and in milliseconds: lines are written together, which saves a busy site hundreds of system calls. */
const BUFFERED = 8_192;
const FLUSHED_EVERY = 100;

function standardOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: BUFFERED,
    periodicFlush: FLUSHED_EVERY,
  });
  process.on("exit", () => output.flushSync());
  return output;
}

/** In characters. */
const MAX_PATH = 200;
/** Asked every few seconds by machines, for as long as the site runs. */
const operatorPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * A line for every answer but those for operators. The sealed parts of addresses are left out: they are tickets, and
 * long.
 */
export function accessLog(log: Logger): AnswerObserver {
  return (report) => {
    if (operatorPaths.has(report.pathname)) return;
    const path = report.pathname.replace(/^(\/(?:image|stream)\/)[^/]+/, "$1…");
    const pathname = path.slice(0, MAX_PATH);
    // spread whole: leaving fields out by a rest takes longer than all else that a line needs
    log.info({ ...report, pathname, ms: Math.round(report.ms * 10) / 10 }, "request");
  };
}
