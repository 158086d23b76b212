import { expect, test } from "vitest";
import {
  freePort,
  runProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";

test("npm run dev serves the site from its sources", async () => {
  await using folder = await temporaryFolder();
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const settings = { NODE_ENV: "development", PORT, DATA_DIR: folder.path };
  await using program = runProgram("--import", ["tsx", "server/dev.ts"], settings);
  await untilReady(program, url);
  const answer = await fetch(url, { headers: { cookie: "adult=1" } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("橙影");
});
