import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { folderForTest } from "../../support/folder.ts";
import { freePort, runProgram, untilReady } from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";

/** The output of `npm run release`, used like an operator. */

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const { version, scripts, dependencies, devDependencies } = JSON.parse(read("package.json"));
const name = `chengying-${version}`;

const partsList = z.object({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({ "bom-ref": z.string(), name: z.string(), version: z.string(), purl: z.string() }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

test("a release's archive starts with its own modules and serves pages; its SBOM and checksums are right", async () => {
  const folder = await folderForTest();
  const release = ["--import", "tsx", "tools/release.ts", "--no-image", "--to", folder];
  execFileSync(process.execPath, release);
  expect(readdirSync(folder).toSorted()).toEqual([
    "SHA256SUMS",
    `${name}.cdx.json`,
    `${name}.tar.gz`,
  ]);
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: folder });

  const {
    metadata,
    components,
    dependencies: uses,
  } = partsList.parse(JSON.parse(read(folder, `${name}.cdx.json`)));
  expect(metadata.component).toEqual({ name: "chengying", version });
  const listed = new Set(components.map((part) => `${part.name}@${part.version}`));
  const needed = Object.entries(dependencies).map(([part, its]) => `${part}@${its}`);
  expect(needed.filter((part) => !listed.has(part))).toEqual([]);
  const forTests = `vitest@${devDependencies.vitest}`;
  expect(listed).not.toContain(forTests);
  const refs = new Set([`chengying@${version}`, ...components.map((part) => part["bom-ref"])]);
  expect(uses.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);

  execFileSync("tar", ["-xzf", `${name}.tar.gz`], { cwd: folder });
  const unpacked = join(folder, name);
  execFileSync("npm", ["ci", "--omit=dev", "--prefer-offline"], { cwd: unpacked });
  const started = JSON.parse(read(unpacked, "package.json")).scripts.start;
  const [, flag] = scripts.start.split(" ");
  expect(started).toBe(`node --import ./server/settings/dot-env.js ${flag} build/machine/main.js`);
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const settings = { PORT, DATA_DIR: join(folder, "data") };
  await using site = runProgram("build/machine/main.js", [], settings, unpacked);
  await untilReady(site, url);
  const home = await createVisitor(fetch, url).read("/");
  expect(home).toContain("/videoinfo?id=");
  expect(await site.stop()).toBe(0);
});
