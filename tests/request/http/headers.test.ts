import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, test } from "vitest";
import { judge } from "../../support/browser/header-rules.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const page = { accept: "text/html,application/xhtml+xml", "x-forwarded-proto": "https" };
const origin = "https://site.test";

const deployments = [
  { title: "with any secure media origin", options: {} },
  {
    title: "with given media origins and analytics",
    options: {
      mediaOrigins: ["https://cdn.example"],
      analyticsUrl: "https://analytics.example/counter.js",
    },
  },
];

type Row = [what: string, path: string, init: RequestInit, known: RegExp];
/** The kinds of answers, and what the policy of each kind matches. */
const answers: Row[] = [
  ["a document of one visitor", "/mine", {}, /script-src[^;]*'nonce-/],
  ["a kept document", "/", {}, /script-src[^;]*'sha256-/],
  ["an answer with data", "/mine.data", {}, /script-src/],
  ["a page that is missing", "/videoinfo?id=99999999", {}, /script-src/],
  ["a file that is missing", "/missing.png", {}, /script-src/],
  ["a resource", "/manifest.webmanifest", {}, /script-src/],
  ["a script of the build", "/refusal.css", {}, /script-src/],
  ["a refusal", "/mine", { method: "POST", headers: { ...page, origin: "null" } }, /script-src/],
  ["the state of the site", "/healthz", {}, /script-src/],
];

const severe = ({ severity }: { severity: Severity }) =>
  [Severity.HIGH, Severity.MEDIUM, Severity.SYNTAX].includes(severity);

describe.each(deployments)("$title", ({ options }) => {
  const running = siteForThisFile({ trustProxy: 1, ...options });

  async function answerTo([what, path, init, known]: Row) {
    const ask = async () => {
      const visitor = running.site.visit();
      visitor.cookies.set("__Host-adult", "1");
      const answer = await visitor.request(path, { headers: page, ...init });
      return { headers: answer.headers, text: await answer.text() };
    };
    // a document is cached once all of its data is known
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { headers, text } = await ask();
      if (known.test(headers.get("content-security-policy") ?? "")) return { headers, text };
    }
    throw new Error(`${path} is never ${what}`);
  }

  test.each(answers)("csp_evaluator finds nothing severe in %s", async (...row) => {
    const policy = (await answerTo(row)).headers.get("content-security-policy") ?? "";
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    expect(findings.filter(severe).map(({ description }) => description)).toEqual([]);
  });

  test.each(answers)("Mozilla's Observatory gives %s an A+", async (...row) => {
    const { headers, text } = await answerTo(row);
    const { grade, score, points } = judge(headers, text, origin);
    expect(grade, JSON.stringify(points)).toBe("A+");
    expect(score).toBeGreaterThanOrEqual(100);
  });
});

describe("our copy of the Observatory's rules", () => {
  const plain = (policy: string) => new Headers({ "content-security-policy": policy });
  test.each([
    ["no headers at all", new Headers(), "", 30],
    ["scripts from anywhere", plain("script-src https:; object-src 'none'"), "", 35],
    ["inline scripts", plain("default-src 'self' 'unsafe-inline'"), "", 35],
    [
      "a script of another site",
      new Headers(),
      '<script src="https://other.example/x.js"></script>',
      25,
    ],
    ["a session cookie without flags", new Headers({ "set-cookie": "visitor=x" }), "", 0],
  ])("takes off points for %s", (_, headers, html, score) => {
    expect(judge(headers, html, origin).score).toBe(score);
  });
});
