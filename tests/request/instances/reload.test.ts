import { symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import {
  freePort,
  runProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const PATIENCE = { timeout: 30_000 };

test("SIGHUP reads topics, hot words and passwords again, or says why not", async () => {
  await using folder = await temporaryFolder();
  await using upstream = await startTestUpstream();
  const file = (name: string) => join(folder.path, name);
  for (const name of ["build", "package.json", "node_modules"])
    await symlink(resolve(name), file(name));
  const passwords = (list: string) => writeFile(file(".env"), `SITE_PASSWORD=${list}\n`);
  await passwords("the-first-password");
  await writeFile(file("words.json"), '["海边"]');
  await writeFile(file("topics.json"), '[{"title":"旧专题","code":"30"}]');

  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const { aesKey, aesIv, securityHeader } = upstream.settings;
  await using program = runProgram(
    "build/machine/main.js",
    [],
    {
      ...{ PORT, DATA_DIR: file("data"), SESSION_SECRET: "s".repeat(32) },
      ...{ UPSTREAM_URL: upstream.url, UPSTREAM_AES_KEY: aesKey, UPSTREAM_AES_IV: aesIv },
      ...{ UPSTREAM_SECURITY_HEADER: securityHeader, SITE_PASSWORD: "the-first-password" },
      ...{ HOT_WORDS_FILE: file("words.json"), TOPICS_FILE: file("topics.json") },
    },
    folder.path,
  );
  await untilReady(program, url);
  const entries = () =>
    program.output.out
      .split("\n")
      .filter((line) => /settings (were|stay)/.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const hangUp = async () => {
    const before = entries().length;
    program.child.kill("SIGHUP");
    return vi.waitUntil(() => entries()[before], PATIENCE);
  };
  const enter = async (password: string) => {
    const visitor = createVisitor(fetch, url);
    const body = new URLSearchParams({ password, to: "/" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await visitor.request("/enter", { method: "POST", body, headers, redirect: "manual" });
    return visitor;
  };

  const visitor = await enter("the-first-password");
  expect(await visitor.read("/sreach")).toContain("海边");
  expect(await visitor.read("/category")).toContain("旧专题");

  await writeFile(file("words.json"), '["海边", "星空"]');
  await writeFile(file("topics.json"), '[{"title":"新专题","code":"30"}]');
  await passwords("the-first-password,one-for-more-friends");
  expect(await hangUp()).toMatchObject({
    level: 30,
    changed: ["TOPICS_FILE: 1 → 1", "HOT_WORDS_FILE: 1 → 2", "SITE_PASSWORD: 1 → 2"],
  });
  expect(await visitor.read("/sreach")).toContain("星空");
  expect(await visitor.read("/category")).toContain("新专题");
  expect(await (await enter("one-for-more-friends")).read("/sreach")).toContain("星空");

  await writeFile(file("words.json"), "[]");
  await passwords("one-for-more-friends");
  expect(await hangUp()).toMatchObject({
    level: 40,
    reason: expect.stringMatching(/^HOT_WORDS_FILE 现在是 .+，应为：/),
  });
  expect(await visitor.read("/sreach"), "nothing of it was taken").toContain("星空");

  await writeFile(file("words.json"), '["山间"]');
  await hangUp();
  expect((await visitor.request("/sreach")).status, "its password is gone").toBe(401);

  await writeFile(file(".env"), "");
  expect(await hangUp()).toMatchObject({
    level: 40,
    reason: expect.stringMatching(/^SITE_PASSWORD/),
  });
  expect(program.output.out).not.toMatch(/first-password|more-friends/);
});
