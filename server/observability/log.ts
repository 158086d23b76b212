import pino, { type DestinationStream, type Logger } from "pino";
import type { AnswerObserver } from "../http/answer.ts";

const REDACTED = "[secret]";

/** Fields that are redacted, at any depth and also in JSON inside a string. */
const FIELDS =
  "token|cookie|set-cookie|authorization|memberPwdTemp|temporaryPassword|\\w*password|\\w*pwd|secret|aesKey|aesIv";
const secretField = new RegExp(`(\\\\*")(${FIELDS})\\1(\\s*:\\s*)\\1.*?(?<!\\\\)\\1`, "gi");
/** `redis://user:password@host` */
const credentials = /:\/\/[^\s/@"\\]+@/g;
/** A quick check first, eight times as fast, because most lines contain no secret. */
const maybeSecret = new RegExp(`${FIELDS.replaceAll("\\w*", "")}|://`, "i");

/**
 * The site's log: one JSON line per entry, so that visitors' input cannot forge entries. Secrets are redacted from
 * whole lines, because errors of libraries may contain them. Lines are flushed ten times a second and when the process
 * ends.
 *
 * @param secrets texts to redact anywhere; more may be added while the site runs
 */
export function createLog(
  level: string,
  secrets: readonly string[],
  destination: DestinationStream = standardOutput(),
): Logger {
  const encoded: string[] = [];
  let known = 0;
  const clean = (line: string) => {
    for (; known < secrets.length; known += 1) {
      const secret = secrets[known] ?? "";
      if (secret.length >= 8) encoded.push(JSON.stringify(secret).slice(1, -1));
    }
    const text = encoded.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), line);
    if (!maybeSecret.test(text)) return text;
    return text
      .replace(secretField, `$1$2$1$3$1${REDACTED}$1`)
      .replace(credentials, `://${REDACTED}@`);
  };
  return pino(
    { level, serializers: { err: errorForLog } },
    { write: (line) => destination.write(clean(line)) },
  );
}

/** Errors of databases and their clients: statement, parameters, rows in the message. */
interface DatabaseFault extends Error {
  query?: string;
  code?: string;
  table?: string;
  constraint?: string;
}

const isDatabaseFault = (error: unknown): error is DatabaseFault =>
  error instanceof Error && ["params", "parameters", "severity"].some((name) => name in error);

/** Of a database error only statement and code are logged, because its texts contain members' data. */
function errorForLog(error: unknown): unknown {
  if (!isDatabaseFault(error)) return pino.stdSerializers.err(error as Error);
  const { name, query, code, table, constraint, stack = "", cause } = error;
  const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line));
  return {
    type: name,
    message: query ? `Failed query: ${query}` : "a database fault",
    stack: frames.join("\n"),
    ...{ code, table, constraint },
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  };
}

/** Buffer size in bytes and flush interval in milliseconds: saves a busy site hundreds of system calls. */
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

/** In characters; longer paths are truncated. */
const MAX_PATH = 200;
/** Polled every few seconds by monitoring. */
const operatorPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Logs a line for every answer except operators' endpoints. Sealed parts of addresses are omitted, because they are
 * tickets, and long.
 */
export function accessLog(log: Logger): AnswerObserver {
  return (report) => {
    if (operatorPaths.has(report.pathname)) return;
    const path = report.pathname.replace(/^(\/(?:image|stream)\/)[^/]+/, "$1…");
    const pathname = path.slice(0, MAX_PATH);
    // no rest pattern to omit fields: it takes longer than the rest of the line
    log.info({ ...report, pathname, ms: Math.round(report.ms * 10) / 10 }, "request");
  };
}
