import fc from "fast-check";
import sharp from "sharp";
import { nameOrOdd, oddText } from "./random-texts.ts";

export interface OddBody {
  type: string | undefined;
  body: Uint8Array;
}

const fieldNames =
  "intent answer video episode seconds account password oldPassword newPassword confirmPassword avatar nickname " +
  "signature amount code method plan option channel reason note text use file picture";

/** Values with which a form passes its first checks. */
const sensible = new Map<string, string[]>(
  Object.entries({
    intent:
      "like favourite unfavourite visit buy login guest checkIn dailyLogin watching remove".split(
        " ",
      ),
    answer: ["page", "script"],
    video: ["130001", "100001", "99999999999999999999"],
    episode: ["1", "2", "2147483648"],
    seconds: ["12", "3.5", "999999"],
    newPassword: ["abcdef"],
    confirmPassword: ["abcdef"],
    amount: ["50", "0.01", "999999999999"],
    method: ["wx", "zfb"],
    plan: ["0", "1", "9"],
    channel: ["0", "1", "99"],
    use: ["avatar", "code"],
    text: ["在吗", "[举报]"],
  }),
);

const field = nameOrOdd(fieldNames).chain((name) =>
  fc
    .oneof(
      { arbitrary: fc.constantFrom(...(sensible.get(name) ?? ["1"])), weight: 3 },
      { arbitrary: oddText, weight: 2 },
    )
    .map((value): [string, string] => [name, value]),
);
const fields = fc.array(field, { maxLength: 6 });

const picture = new Uint8Array(
  await sharp({ create: { width: 9, height: 9, channels: 3, background: "#f60" } })
    .png()
    .toBuffer(),
);
const bytes = fc.oneof(
  fc.constant(picture),
  fc.nat({ max: picture.length }).map((end) => picture.slice(0, end)),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
);

const utf8 = (text: string) => new TextEncoder().encode(text);
const quoted = (text: string) => text.replace(/["\r\n]/g, "_");
const BOUNDARY = "----odd";

const part = fc.oneof(
  field.map(([name, value]) => [
    utf8(`content-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}`),
  ]),
  fc
    .tuple(nameOrOdd("file picture"), oddText, fc.constantFrom("image/png", "text/html", ""), bytes)
    .map(([name, file, type, content]) => [
      utf8(
        `content-disposition: form-data; name="${quoted(name)}"; filename="${quoted(file)}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      content,
    ]),
);

const multipart = fc.array(part, { maxLength: 5 }).map((parts) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: new Uint8Array(
    Buffer.concat([
      ...parts.flatMap((one) => [utf8(`--${BOUNDARY}\r\n`), ...one, utf8("\r\n")]),
      utf8(`--${BOUNDARY}--\r\n`),
    ]),
  ),
}));

const FORM = "application/x-www-form-urlencoded";

/** Forms with complete, missing and odd fields, and other bodies. */
export const oddBodies: fc.Arbitrary<OddBody> = fc.oneof(
  {
    arbitrary: fields.map((all) => ({
      type: FORM,
      body: utf8(String(new URLSearchParams(all))),
    })),
    weight: 5,
  },
  { arbitrary: multipart, weight: 3 },
  {
    arbitrary: fc.jsonValue().map((value) => ({
      type: "application/json",
      body: utf8(JSON.stringify(value)),
    })),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constantFrom(
        FORM,
        "multipart/form-data",
        `multipart/form-data; boundary=${BOUNDARY}`,
        "text/plain",
        "",
        undefined,
      ),
      body: bytes,
    }),
    weight: 2,
  },
);
