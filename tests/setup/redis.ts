import { connect } from "node:net";
import { disposable } from "../support/disposable.ts";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { debianProgram, startServer } from "./debian.ts";

/** A private Redis on loopback that keeps nothing. */
export async function startRedis() {
  const program = debianProgram("/usr/bin/redis-server", "redis-server");
  const folder = await temporaryFolder();
  const port = await freePort();
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder.path];
  const start = () => startServer(program, settings, folder.path, port);
  let server = await start();
  return disposable({
    url: `redis://127.0.0.1:${port}`,
    port,
    /** What it answers to a command of plain words. */
    async command(...words: string[]): Promise<string> {
      const socket = connect(port, "127.0.0.1").setEncoding("utf8");
      socket.write(`${words.join(" ")}\r\nQUIT\r\n`);
      return (await socket.toArray()).join("");
    },
    kill: () => server.kill(),
    /** Keeps its connections and answers nothing, until it `goesOn`. */
    hang: () => void server.signal("SIGSTOP"),
    goOn: () => void server.signal("SIGCONT"),
    async startAgain() {
      server = await start();
    },
    async stop() {
      await server.kill();
      await folder.stop();
    },
  });
}
