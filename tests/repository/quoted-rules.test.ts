import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { transformSync } from "esbuild";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { MAX_UPLOAD_FORM_MB } from "../../server/contract/rules.ts";

const adults = "of age is who is 18: the law's number, and the age gate only asks";
const choice = "the name of a choice";

/** Texts as they are written, with a number that is none of `server/contract/rules.ts`, and why. */
const exceptions: Record<string, string> = {
  未满18岁禁止注册: adults,
  "本站内容仅限成年人观看。继续浏览前，请确认您已年满18岁，且所在地法律允许您观看此类内容。":
    adults,
  "我已年满18岁，进入": adults,
  请先确认已年满18岁: adults,
  "确认后，本设备一年内不再询问": "as long as the cookie of `server/session/session.ts` lives",
  "可提现金额：0": "nobody can be paid out more: the upstream tells no sum",
  支付后2至10分钟内到账: "how long cashiers take, none of which is ours",
  "1/4屏": choice,
  "15分": choice,
  "30分": choice,
  "60分": choice,
  每邀请1人送: "counts the invited one by one; what follows is the rule",
  "您好，您的消息已收到。客服在线时间为每天 10:00 至 22:00，我们会尽快回复您，请稍后回到本页查看。":
    "the demo operator's first answer: nobody is on duty",
};

/** What visitors read: the rest of the server speaks to its operator, and the seed is content. */
const shown =
  /^(app|server\/(texts\.ts|domain|entry|http|media|session|upstream\/(domain|handlers|http)))/;

const sources = ["app", "server"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => join(root, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts/.test(file) && shown.test(file)),
);

/** The Chinese texts of a file as they are written: what is put into a template is none of it. */
function textsIn(file: string): string[] {
  const loader = extname(file) === ".tsx" ? "tsx" : "ts";
  const { code } = transformSync(readFileSync(file, "utf8"), { loader, charset: "utf8" });
  const found: string[] = [];
  JSON.stringify(parseAst(code), (key, value) => {
    if ((key === "value" || key === "cooked") && typeof value === "string") found.push(value);
    return value;
  });
  return found.filter((text) => /\p{Script=Han}/u.test(text));
}

/** As digits, or as Chinese numerals that count something; not those of a heading. */
const number =
  /(?<!<\/?h)\d|[一二两三四五六七八九十百千万半]+(年|个月|天|小时|分钟|秒|元|金币|位|个|字)/;

test("a text that quotes a rule takes its number from that rule", () => {
  const quoting = sources.flatMap((file) =>
    textsIn(file)
      .filter((text) => number.test(text))
      .map((text) => ({ file, text })),
  );
  const unexplained = quoting.filter(({ text }) => !Object.hasOwn(exceptions, text));
  expect(unexplained.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  const unused = Object.keys(exceptions).filter((one) => !quoting.some(({ text }) => text === one));
  expect(unused).toEqual([]);
});

test("nginx accepts the body sizes that the site accepts", () => {
  const [, megabytes] =
    /client_max_body_size (\d+)m;/.exec(readFileSync("deploy/nginx.conf", "utf8")) ?? [];
  expect(Number(megabytes)).toBeGreaterThan(MAX_UPLOAD_FORM_MB);
});
