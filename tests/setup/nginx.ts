import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { disposable } from "../support/disposable.ts";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { debianProgram, startServer } from "./debian.ts";

const EXAMPLE = new URL("../../deploy/nginx.conf", import.meta.url);
const DOWN_PAGE = new URL("../../deploy/down.html", import.meta.url);
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Else its workers become somebody who may not enter the folder. */
const asRoot = process.getuid?.() === 0;

export interface ProxyOptions {
  /** After how many seconds an instance is late, where it is not the example's time. */
  lateAfter?: number;
}

/** Throws where the text has no such part. */
export const replaced = (text: string, changes: readonly (readonly [string | RegExp, string])[]) =>
  changes.reduce((all, [from, to]) => {
    if (typeof from === "string" ? !all.includes(from) : !from.test(all))
      throw new Error(`there is no ${from}`);
    return all.replace(from, to);
  }, text);

/** The example configuration with other addresses, and with folders that need no rights. */
async function configuration(
  port: number,
  instances: readonly string[],
  folder: string,
  { lateAfter }: ProxyOptions,
) {
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`);
  return replaced(await readFile(EXAMPLE, "utf8"), [
    [/^/, `${asRoot ? "user root;\n" : ""}daemon off;\npid ${folder}/pid;\n`],
    ["http {", `http {\n  ${folders.join(" ")}`],
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ...(lateAfter
      ? [[/proxy_read_timeout \d+s/, `proxy_read_timeout ${lateAfter}s`] as const]
      : []),
    ...instances.map((url, index) => [`site-${index + 1}:3000`, new URL(url).host] as const),
  ]);
}

/** nginx as deploy/nginx.conf sets it up, in front of these instances. */
export async function startNginx(instances: readonly string[], options: ProxyOptions = {}) {
  const program = debianProgram("/usr/sbin/nginx", "nginx");
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = join(folder.path, "nginx.conf");
  await writeFile(file, await configuration(port, instances, folder.path, options));
  await cp(DOWN_PAGE, join(folder.path, "html/down.html"));
  const log = join(folder.path, "error.log");
  return startProxy(program, ["-p", folder.path, "-e", log, "-c", file], folder, port);
}

/** A proxy in front of the site; `folder` is removed when it is stopped. */
export async function startProxy(
  program: string,
  args: string[],
  folder: Awaited<ReturnType<typeof temporaryFolder>>,
  port: number,
) {
  const server = await startServer(program, args, folder.path, port);
  return disposable({
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await server.end();
      await folder.stop();
    },
  });
}
