import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Texts; pictures, films and fonts are compressed as they are. */
const texts = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;
/** In bytes: below, the headers weigh more than what is won. */
const WORTH_IT = 500;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Lays a `.br` and a `.gz` beside every text of a folder, as small as they can be made: it is done once, for every
 * visitor. What does not shrink is left alone. `server/http/static-files.ts` sends them.
 *
 * @param {string} folder
 */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && texts.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length <= WORTH_IT) return;
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    toGzip(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}
