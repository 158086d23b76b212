import { randomBytes } from "node:crypto";
import CryptoJS from "crypto-js";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";

/** Opening the upstream's encrypted answers, beside crypto-js: `npx tsx tests/bench/measures/decrypt.ts`. */

const [key, iv] = [randomBytes(16), randomBytes(16)];
const codec = createCodec({ key, iv });
const KB = 1024;
const sizes = [
  { name: "8 KB", bytes: 8 * KB },
  { name: "100 KB", bytes: 100 * KB },
  { name: "1 MB", bytes: 1024 * KB },
];

/** A list as the upstream sends them, of about so many bytes. */
function listOf(bytes: number) {
  const row = {
    cartoonCode: "100001",
    title: "夜潮：月下的一小时",
    hot: 12_345,
    cover: "/c/1.svg",
  };
  const count = Math.round(bytes / Buffer.byteLength(JSON.stringify(row)));
  return Array.from({ length: count }, () => row);
}

const words = (buffer: Buffer) => CryptoJS.enc.Hex.parse(buffer.toString("hex"));
const options = { iv: words(iv), mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.Pkcs7 };
const secret = words(key);
const byCryptoJs = (text: string): unknown =>
  JSON.parse(CryptoJS.AES.decrypt(text, secret, options).toString(CryptoJS.enc.Utf8));

/** MB of ciphertext per second. */
function throughput(open: (text: string) => unknown, text: string, milliseconds: number) {
  const started = performance.now();
  let opened = 0;
  while (performance.now() - started < milliseconds) {
    open(text);
    opened += text.length;
  }
  return opened / (KB * KB) / ((performance.now() - started) / 1000);
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const [rounds, milliseconds] = quick ? [1, 100] : [5, 400];
  return sizes.map(({ name, bytes }) => {
    const text = codec.encrypt(listOf(bytes));
    if (JSON.stringify(codec.decrypt(text)) !== JSON.stringify(byCryptoJs(text))) {
      throw new Error("the two disagree");
    }
    const [own, other] = [[] as number[], [] as number[]];
    for (let round = 0; round < rounds; round += 1) {
      own.push(throughput(codec.decrypt, text, milliseconds));
      other.push(throughput(byCryptoJs, text, milliseconds));
    }
    return compare(
      { group: "decryption", what: `answers of ${name}`, value: median(own), unit: "MB/s" },
      { what: "crypto-js", value: median(other) },
    );
  });
}

runAlone(import.meta.url, measure);
