import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createCaller } from "../../tests/support/upstream/device.ts";
import { startUpstream } from "../upstream/start.ts";
import { createLog } from "./log.ts";

function written(entry: object, ...secrets: string[]): string {
  const lines: string[] = [];
  createLog("info", secrets, { write: (line) => void lines.push(line) }).info(entry, "entry");
  return lines.join("");
}

test("a line break in visitor input does not start another log entry", () => {
  const line = written({ pathname: '/x\n{"level":50,"msg":"forged"}\r\u001b[2J' });
  expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
  expect(line).not.toContain("\u001b");
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: "entry" });
});

test("tokens, cookies and passwords are redacted at any depth, and the line stays JSON", () => {
  const body = JSON.stringify({ token: 'to"ken', memberPwdTemp: "pass-1", nickname: "海边" });
  const line = written({
    headers: { Cookie: "visitor=abc", authorization: "Bearer abc" },
    call: { member: { token: "abc-token", newPassword: "pass-2" } },
    body,
    oldPwd: "",
    err: new Error(`unexpected: ${body}`),
  });
  expect(line).not.toMatch(/visitor=abc|Bearer|abc-token|pass-\d|to\\*"ken/);
  expect(line).toContain("海边");
  expect(JSON.parse(line).call.member).toEqual({ token: "[secret]", newPassword: "[secret]" });
});

test("secret settings are redacted in errors and their causes, as are credentials in addresses", () => {
  const key = 'k"ey-of-sixteen';
  const cause = new Error("connect redis://user:hunter2@10.0.0.7:6379 failed");
  const err = new Error(`bad key ${key}`, { cause });
  const line = written({ err }, key, "short");
  expect(line).not.toMatch(/of-sixteen|hunter2/);
  expect(line).toContain("10.0.0.7:6379");
  expect(() => JSON.parse(line)).not.toThrow();
});

test("a database error is logged without its query's parameters", async () => {
  const faults: unknown[] = [];
  const upstream = await startUpstream({ onFault: (error) => faults.push(error) });
  try {
    await upstream.db.execute(sql`alter table members add constraint none check (false) not valid`);
    const uuid = "device-that-nobody-may-know";
    const call = createCaller(upstream);
    expect(await call("/renren-api/api/auto-register", { deviceType: 0, uuid })).toMatchObject({
      code: 500,
    });
    const line = written({ err: faults[0] });
    expect(line).not.toContain(uuid);
    expect(line).not.toContain("params");
    expect(line).not.toMatch(/u\d{8}/);
    expect(line).toMatch(/insert into|Failed query/);
    expect(JSON.parse(line).err).toMatchObject({ cause: { code: "23514" } });
  } finally {
    await upstream.stop();
  }
});

test("a secret that is added later is redacted from then on", () => {
  const secrets: string[] = [];
  const lines: string[] = [];
  const log = createLog("info", secrets, { write: (line) => void lines.push(line) });
  log.info("before: a-later-secret");
  secrets.push("a-later-secret");
  log.info("after: a-later-secret");
  expect(lines.map((line) => line.includes("a-later-secret"))).toEqual([true, false]);
});
