import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "../server/bundle/build.js";

/**
 * `npm run release [-- --to FOLDER] [--no-image]`: what is given to operators, in `release/`: an archive with what runs (it
 * takes its modules by `npm ci --omit=dev`), where buildah is installed the image, the list of parts (CycloneDX), and the
 * checksums of these files, as `sha256sum -c` reads them.
 */

/** What runs, and what is read by whoever runs it. */
const PARTS = [
  ...["build", "deploy", "docs", "package-lock.json", ".npmrc", ".env.example"],
  ...["README.md", "README.zh-CN.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY-NOTICES.md"],
  "server/settings/dot-env.js",
  // what the reference upstream serves as it is, and its database's migrations
  ...["art", "clips", "covers"].map((part) => `server/upstream/media/${part}`),
  "server/upstream/db/migrations",
];

const { values } = parseArgs({
  options: {
    to: { type: "string", default: "release" },
    image: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const folder = resolve(values.to);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const name = `${manifest.name}-${manifest.version}`;
const files: string[] = [];
const fileFor = (ending: string) => {
  files.push(name + ending);
  return join(folder, name + ending);
};
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });

/** The manifest of the archive: it starts what is built, and cannot build or test. */
function writeManifest(into: string) {
  const [, flags = ""] = /^node (--\S+)/.exec(manifest.scripts.start) ?? [];
  const node = "node --import ./server/settings/dot-env.js";
  const scripts = {
    start: `${node} ${flags} build/machine/main.js`,
    "start:serve": `${node} ${flags} node_modules/@remix-run/serve/dist/cli.js build/machine/serve.js`,
    upstream: `${node} build/machine/upstream.js`,
  };
  writeFileSync(
    join(into, "package.json"),
    `${JSON.stringify({ ...manifest, scripts }, undefined, 2)}\n`,
  );
}

function makeArchive(aside: string) {
  run(
    "tar",
    ...["--create", "--gzip", `--file=${fileFor(".tar.gz")}`, `--transform=s,^,${name}/,`],
    // the same bytes for whoever makes it of the same build
    ...["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go+rX,u+rw"],
    ...["--exclude=build/machine/*.map", ...PARTS, `--directory=${aside}`, "package.json"],
  );
}

interface PartsList {
  components: { "bom-ref": string; properties?: { name: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * By the lockfile: whatever else is in `node_modules` is no part of it. npm names the whole after its folder, and with
 * `--omit=dev` it leaves out what is needed to run as well.
 */
function listParts(aside: string) {
  for (const file of ["package-lock.json", ".npmrc"]) copyFileSync(file, join(aside, file));
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const said = execFileSync("npm", args, { cwd: aside, maxBuffer: 64 * 1024 ** 2 });
  const list: PartsList = JSON.parse(said.toString());
  const tools = new Set(
    list.components
      .filter((part) =>
        part.properties?.some((property) => property.name === "cdx:npm:package:development"),
      )
      .map((part) => part["bom-ref"]),
  );
  const components = list.components.filter((part) => !tools.has(part["bom-ref"]));
  const dependencies = list.dependencies
    .filter(({ ref }) => !tools.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => !tools.has(on)) }));
  const text = JSON.stringify({ ...list, components, dependencies }, undefined, 2);
  writeFileSync(fileFor(".cdx.json"), `${text}\n`);
}

function makeImage() {
  const tag = `${manifest.name}:${manifest.version}`;
  const file = `${name}.image.tar`;
  // an archive that is there would be added to
  rmSync(join(folder, file), { force: true });
  try {
    run("buildah", "build", "--isolation=chroot", "--format=docker", `--tag=${tag}`, ".");
    run("buildah", "push", "--quiet", tag, `docker-archive:${join(folder, file)}:${tag}`);
    files.push(file);
  } catch {
    console.error("镜像没有做成，原因见上面 buildah 的输出；不需要镜像时加上 --no-image");
    process.exitCode = 1;
  }
}

const sumOf = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(folder, file)))
    .digest("hex");

await ensureBuild();
mkdirSync(folder, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), "chengying-release-"));
const aside = join(temporary, manifest.name);
mkdirSync(aside);
writeManifest(aside);
makeArchive(aside);
listParts(aside);
rmSync(temporary, { recursive: true });
const hasBuildah = spawnSync("buildah", ["--version"], { stdio: "ignore" }).status === 0;
if (values.image && hasBuildah) makeImage();
else console.log(values.image ? "没有安装 buildah：不制作镜像" : "不制作镜像");
writeFileSync(
  join(folder, "SHA256SUMS"),
  files.map((file) => `${sumOf(file)}  ${file}\n`).join(""),
);
console.log([...files, "SHA256SUMS"].map((file) => join(folder, file)).join("\n"));
