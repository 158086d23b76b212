import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { disposable } from "../support/disposable.ts";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { debianProgram, runServer } from "./debian.ts";
import { untilOpen } from "./redis.ts";

const EXAMPLE = new URL("../../deploy/nginx.conf", import.meta.url);
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Else its workers become somebody who may not enter the folder. */
const asRoot = process.getuid?.() === 0;

/** The example configuration with other addresses, and with folders that need no rights. */
async function configuration(port: number, instances: readonly string[], folder: string) {
  const example = await readFile(EXAMPLE, "utf8");
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`);
  const changes: [string | RegExp, string][] = [
    [/^/, `${asRoot ? "user root;\n" : ""}daemon off;\npid ${folder}/pid;\n`],
    ["http {", `http {\n  ${folders.join(" ")}`],
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ...instances.map((url, index): [string, string] => [
      `site-${index + 1}:3000`,
      new URL(url).host,
    ]),
  ];
  return changes.reduce((text, [from, to]) => {
    if (text.search(from) < 0) throw new Error(`deploy/nginx.conf has no ${from}`);
    return text.replace(from, to);
  }, example);
}

/** nginx as deploy/nginx.conf sets it up, in front of these instances. */
export async function startNginx(instances: readonly string[]) {
  const program = debianProgram("/usr/sbin/nginx", "nginx");
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = join(folder.path, "nginx.conf");
  await writeFile(file, await configuration(port, instances, folder.path));
  const log = join(folder.path, "error.log");
  const server = runServer(program, ["-p", folder.path, "-e", log, "-c", file], folder.path);
  await untilOpen(port).catch(() => {
    throw new Error(`nginx did not start: ${server.said()}`);
  });
  return disposable({
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await server.end();
      await folder.stop();
    },
  });
}
