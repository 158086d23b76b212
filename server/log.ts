import pino, { type DestinationStream, type Logger } from "pino";

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
  return pino(
    { level, serializers: { err: errorForLog } },
    { write: (line) => destination.write(clean(line)) },
  );
}

/** What databases and what asks them put into their errors: a statement, its parameters, rows in words. */
interface DatabaseFault extends Error {
  query?: string;
  code?: string;
  table?: string;
  constraint?: string;
}

const isDatabaseFault = (error: unknown): error is DatabaseFault =>
  error instanceof Error && ["params", "parameters", "severity"].some((name) => name in error);

/** A fault of a database is told by its statement and code alone: its texts repeat what members have sent. */
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
