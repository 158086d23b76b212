import fc from "fast-check";

const known = [
  ..."0|1|-1|00|1.5|1e999|NaN|Infinity|9007199254740993|99999999999999999999|2147483648|٣".split(
    "|",
  ),
  ..."null|undefined|true|[]|{}|[object Object]|__proto__|constructor|toString|hasOwnProperty".split(
    "|",
  ),
  ..."../../etc/passwd|..\\..\\win.ini|/etc/passwd|%00|%2e%2e%2f|%|%zz|.|..|a/b/c|?|#|&|=|;|,|*".split(
    "|",
  ),
  "\0",
  "\r\nset-cookie: evil=1",
  "\u2028",
  "\ufeff",
  "\u202egnp.exe",
  "e\u0301".repeat(50),
  "👨‍👩‍👧‍👦",
  "<script>alert(1)</script>",
  "</script><img src=x onerror=alert(1)>",
  "'; drop table members; --",
  "javascript:alert(1)",
  "//evil.example/",
  "https://evil.example/",
  "/\t/evil.example",
  "{{7*7}}",
  "长".repeat(600),
  "a".repeat(3_000),
  '{"path":"","sonTypeCode":"81,82","code":"34","title":"华语大制作"}',
  '{"path":[],"sonTypeCode":{},"code":null,"title":1}',
  "[".repeat(900),
  "海边",
  " ",
  "",
];

/** Texts that people type, texts that programs often fail on, and random ones. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...known), weight: 5 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 40 }), weight: 1 },
  { arbitrary: fc.string({ maxLength: 40 }), weight: 1 },
  { arbitrary: fc.integer().map(String), weight: 1 },
);

/** Mostly one of the names, sometimes an odd text. */
export const nameOrOdd = (names: string): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...names.split(" ")), weight: 8 },
    { arbitrary: oddText, weight: 1 },
  );
