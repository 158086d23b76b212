import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { disposable } from "../support/disposable.ts";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { debianProgram, startServer } from "./debian.ts";

/**
 * A forward proxy that wants a user and password, and that alone knows where a host is: on this machine.
 *
 * @param host its name, which nobody else can resolve
 */
export async function startSquid(host: string) {
  const program = debianProgram("/usr/sbin/squid", "squid");
  const folder = await temporaryFolder();
  // squid becomes a user of its own where it is started by root
  await chmod(folder.path, 0o777);
  const port = await freePort();
  const file = (name: string) => join(folder.path, name);
  await writeFile(file("hosts"), `127.0.0.1 ${host}\n`);
  await writeFile(
    file("check.sh"),
    'while read -r pair; do [ "$pair" = "someone word" ] && echo OK || echo ERR; done\n',
  );
  await writeFile(
    file("squid.conf"),
    `
http_port 127.0.0.1:${port}
hosts_file ${file("hosts")}
auth_param basic program /bin/sh ${file("check.sh")}
auth_param basic children 1
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
cache deny all
access_log none
cache_log ${file("cache.log")}
pid_filename ${file("pid")}
coredump_dir ${folder.path}
pinger_enable off
shutdown_lifetime 0 seconds
`,
  );
  const start = () => startServer(program, ["-N", "-f", file("squid.conf")], folder.path, port);
  let server = await start();
  return disposable({
    /** With what it wants. */
    url: `http://someone:word@127.0.0.1:${port}`,
    /** With other credentials. */
    refusing: `http://someone:other@127.0.0.1:${port}`,
    kill: () => server.kill(),
    async startAgain() {
      server = await start();
    },
    async stop() {
      await server.kill();
      await folder.stop();
    },
  });
}
