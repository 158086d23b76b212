import { execFileSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { debianProgram } from "./debian.ts";
import { type ProxyOptions, replaced, startProxy } from "./nginx.ts";

/** Caddy as deploy/Caddyfile sets it up, in front of two instances. */
export async function startCaddy(instances: readonly string[], { lateAfter }: ProxyOptions = {}) {
  const program = debianProgram("/usr/bin/caddy", "caddy");
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = join(folder.path, "Caddyfile");
  const [one = "", two = ""] = instances.map((url) => new URL(url).host);
  const changes = [
    [/^/, "{\n\tadmin off\n}\n"],
    [/^:80 \{/m, `http://127.0.0.1:${port} {`],
    ["site-1:3000 site-2:3000", `${one} ${two}`],
    ["root * /etc/caddy", `root * ${folder.path}`],
    ...(lateAfter ? [[/header_timeout \d+s/, `header_timeout ${lateAfter}s`] as const] : []),
  ] as const;
  await writeFile(file, replaced(await readFile("deploy/Caddyfile", "utf8"), changes));
  await cp("deploy/down.html", join(folder.path, "down.html"));
  const args = ["run", "--config", file, "--adapter", "caddyfile"];
  return startProxy(program, args, folder, port);
}

/** What `caddy validate` says of the example as it is; throws where it is wrong. */
export const validateCaddyfile = () =>
  execFileSync(
    debianProgram("/usr/bin/caddy", "caddy"),
    ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"],
    { encoding: "utf8", stdio: "pipe" },
  );
