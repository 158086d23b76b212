import pino, { type DestinationStream, type Logger } from "pino";

const HIDDEN = "[secret]";

/** Fields whose text is never logged, at any depth and also in JSON within a text. */
const FIELDS =
  "token|cookie|set-cookie|authorization|memberPwdTemp|temporaryPassword|\\w*password|\\w*pwd|secret|aesKey|aesIv";
const secretField = new RegExp(`(\\\\*")(${FIELDS})\\1(\\s*:\\s*)\\1.*?(?<!\\\\)\\1`, "gi");
/** `redis://user:password@host` */
const credentials = /:\/\/[^\s/@"\\]+@/g;
/** Found in an eighth of the time: most lines hold neither, and every answer has one. */
const perhapsEither = new RegExp(`${FIELDS.replaceAll("\\w*", "")}|://`, "i");

/**
 * The site's log: one line of JSON for each entry, so that nothing a visitor sends can look like another entry.
 * Every line is looked through before it is written: errors carry what others put into them. Lines are written
 * together, ten times a second, and all of them when the process ends.
 *
 * @param secrets texts that are taken out wherever they stand
 */
export function createLog(
  level: string,
  secrets: readonly string[],
  destination: DestinationStream = standardOutput(),
): Logger {
  const spelled = secrets
    .filter((secret) => secret.length >= 8)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const clean = (line: string) => {
    const text = spelled.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), line);
    if (!perhapsEither.test(text)) return text;
    return text.replace(secretField, `$1$2$1$3$1${HIDDEN}$1`).replace(credentials, `://${HIDDEN}@`);
  };
  return pino({ level }, { write: (line) => destination.write(clean(line)) });
}

/** In bytes, and in milliseconds: what is written at once costs a busy site one call instead of hundreds. */
const GATHERED = 8_192;
const WRITTEN_EVERY = 100;

function standardOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: GATHERED,
    periodicFlush: WRITTEN_EVERY,
  });
  process.on("exit", () => output.flushSync());
  return output;
}
