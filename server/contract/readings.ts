import { decodeHTMLStrict } from "entities";

/** Parses values that upstreams format for people. */

/** In characters; limits regular expressions' backtracking. */
const LONGEST_VALUE = 60;

const units: Record<string, number> = {
  k: 1e3,
  千: 1e3,
  w: 1e4,
  万: 1e4,
  萬: 1e4,
  m: 1e6,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  億: 1e8,
};
const formattedNumber =
  /^[¥$]?\s*([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(百万|千万|[k千w万萬m亿億])?\s*\+?\s*[次人个元秒天播放观看热度金币]*\+?$/;

/** "12", "1,234", "1.2万", "3亿次播放", "12,000+"; undefined for anything else. */
export function readNumber(value: string): number | undefined {
  const number = value === "" ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  if (value.length > LONGEST_VALUE) return undefined;
  const [, digits, unit] = formattedNumber.exec(value.normalize("NFKC").trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const amount = Number(digits.replaceAll(",", ""));
  return unit ? Math.round(amount * (units[unit] ?? 1)) : amount;
}

const CHINA_MS = 8 * 60 * 60 * 1_000;
/** Smaller timestamps are in seconds (even those of the year 9999), larger ones in milliseconds. */
const MIN_MILLISECONDS = 3e11;
/** Smaller numbers are not timestamps. */
const MIN_SECONDS = 1e8;

const canonical = /^[12]\d{3}-[01]\d-[0-3]\d(?: [0-2]\d:[0-5]\d:[0-5]\d)?$/;
const calendar =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]*(\d{1,2})[:时点](\d{1,2})(?:[:分](\d{1,2}))?(?:[.,](\d+))?[分秒]?\s*(Z|[+-]\d{2}:?\d{0,2})?)?$/i;
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/;

const asShanghai = (milliseconds: number) => {
  const moment = new Date(milliseconds + CHINA_MS);
  const isReal = moment.getUTCFullYear() > 1970 && moment.getUTCFullYear() < 10_000;
  return isReal ? moment.toISOString().slice(0, 19).replace("T", " ") : "";
};

function readTimestamp(digits: string): string {
  const number = Number(digits);
  if (number < MIN_SECONDS) return "";
  if (number < MIN_MILLISECONDS) return asShanghai(number * 1_000);
  // micro- and nanoseconds have 16 and 19 digits
  return asShanghai(number / 1_000 ** Math.max(0, Math.floor((digits.length - 13) / 3)));
}

/** Parses "2027-01-02", "2027/1/2 3:04", "2027年1月2日" and so on. */
function readCalendar(parts: readonly (string | undefined)[]): string {
  const [year, month, day, hour, minute, second, _fraction, zone] = parts;
  const two = (part = "0") => part.padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = `${two(hour)}:${two(minute)}:${two(second)}`;
  const offset = zone?.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, h, m = "00") => `${h}:${m}`);
  const moment = Date.parse(`${date}T${time}${offset?.toUpperCase() ?? "+08:00"}`);
  const shown = Number.isNaN(moment) ? "" : asShanghai(moment);
  return hour === undefined ? shown.slice(0, 10) : shown;
}

/**
 * Converts to 'YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD' in Asia/Shanghai. Accepts timestamps, ISO with
 * or without a zone, Java's LocalDateTime arrays, PHP's DateTime objects, and dates as Java or
 * JavaScript print them. '' for no date, such as '0000-00-00'; other text is returned unchanged.
 */
export function readTime(value: unknown): string {
  if (typeof value === "string" && canonical.test(value)) return value;
  if (Array.isArray(value)) {
    return readCalendar(value.slice(0, 6).map(String));
  }
  if (typeof value === "object" && value !== null && "date" in value) {
    const isUtc = "timezone" in value && /^(UTC|Z|\+00:00)$/.test(String(value.timezone));
    return readTime(`${String(value.date).replace(/\.\d+$/, "")}${isUtc ? "Z" : ""}`);
  }
  const text = String(value ?? "").trim();
  if (text.length > LONGEST_VALUE) return text;
  const dated = compact.exec(text);
  const day = dated && readCalendar(dated.slice(1));
  if (day) return day;
  const [, stamp = ""] = /^(?:\/Date\()?(\d+)(?:\.0+)?(?:[+-]\d{4})?(?:\)\/)?$/.exec(text) ?? [];
  if (stamp) return readTimestamp(stamp);
  const parts = calendar.exec(text);
  if (parts) return readCalendar(parts.slice(1));
  // "Jan 2, 2027 3:04:05 AM" has no zone; CST is China Standard Time here
  if (!/^[a-z]{3,9},? /i.test(text)) return text;
  const zoned = /GMT|UTC|[+-]\d{4}/.test(text) ? text : `${text.replace(/\bCST\b/, "")} GMT+0800`;
  const moment = Date.parse(zoned.replaceAll(/\s+/g, " "));
  return Number.isNaN(moment) ? text : asShanghai(moment);
}

const tagNames =
  "a|article|b|big|blockquote|br|center|code|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|ins|label|li|ol|p|pre|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul|video";
const invisible = /<(script|style)\b[^>]{0,200}>.{0,2000}?<\/\1\s{0,9}>|<!--.{0,2000}?-->/gis;
const lineBreak = /<(?:br|hr|\/(?:p|div|li|tr|h[1-6]))\b[^<>]*>/gi;
const anyTag = new RegExp(`</?(?:${tagNames})(?:\\s[^<>]*)?/?>`, "gi");

/** Because markup may have been escaped repeatedly. */
const MAX_PASSES = 3;

/** Removes only known HTML tags: "A<3" and "1 < 2" stay. */
export function readPlainText(text: string): string {
  // no description is this long, and parsing it would be slow
  if (text.length > 20_000) return text;
  let words = text;
  for (let pass = 0; pass < MAX_PASSES && /[&<]/.test(words); pass += 1) {
    const before = words;
    const plain = words.replace(invisible, "").replace(lineBreak, "\n").replace(anyTag, "");
    words = decodeHTMLStrict(plain);
    if (words === before) return words;
  }
  if (words === text) return text;
  return words
    .split("\n")
    .map((line) => line.replaceAll("\u00a0", " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
