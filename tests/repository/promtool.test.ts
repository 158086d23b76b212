import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { debianProgram } from "../setup/debian.ts";

test("promtool finds nothing wrong in the alerts", () => {
  const promtool = debianProgram("/usr/bin/promtool", "prometheus");
  const said = execFileSync(promtool, ["check", "rules", "deploy/alerts.yaml"], {
    encoding: "utf8",
  });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});
