import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { services } from "./build.ts";

const execute = promisify(execFile);
const MOST_OUTPUT = 16 * 1024 * 1024;

/** Whatever compose.yaml demands. */
const secrets = {
  UPSTREAM_AES_KEY: `hex:${"5a".repeat(32)}`,
  UPSTREAM_AES_IV: `hex:${"a5".repeat(16)}`,
  UPSTREAM_SECURITY_HEADER: "X-Security-Flag: of-test-images",
  SESSION_SECRET: "a-secret-for-tests-of-images-and-nothing-else",
  POSTGRES_PASSWORD: "of-test-images",
  METRICS_TOKEN: "of-the-tests-of-images",
};

/** Waits until it is so. */
export async function until(what: string, is: () => Promise<boolean>, seconds = 90) {
  const end = performance.now() + seconds * 1_000;
  while (!(await is().catch(() => false))) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(100);
  }
}

/** A Docker engine of this process's own, with the images of `build.ts`. In namespaces of its own: see `run.ts`. */
export async function startEngine(folder: string) {
  execFileSync("ip", ["link", "set", "lo", "up"]);
  // crun and runc want one kind of cgroups, and systemd's machines mount both
  execFileSync("sh", ["-c", "umount /sys/fs/cgroup/unified 2>/dev/null || true"]);
  const host = `unix://${folder}/docker.sock`;
  const daemon = spawn(
    "/usr/sbin/dockerd",
    [
      ...["--host", host, "--data-root", join(folder, "data"), "--exec-root", join(folder, "exec")],
      ...["--pidfile", join(folder, "docker.pid"), "--default-ulimit", "nofile=1024:4096"],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const log = createWriteStream("test-results/dockerd.log");
  daemon.stdout.pipe(log, { end: false });
  daemon.stderr.pipe(log, { end: false });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...secrets,
    DOCKER_HOST: host,
    COMPOSE_PROJECT_NAME: "chengying",
  };
  const say = async (program: string, args: string[]) =>
    (await execute(program, args, { env, maxBuffer: MOST_OUTPUT })).stdout.trim();
  const docker = (...args: string[]) => say("docker", args);
  await until("the engine answers", async () => (await docker("info")) !== "");
  await docker("load", "--quiet", "--input", join(folder, "site.tar"));
  const all = await docker("import", join(folder, "services.tar"), "services");
  for (const [tag, command] of Object.entries(services)) {
    const change = `CMD ${JSON.stringify(command)}`;
    const id = await docker("create", all, "true");
    await docker("commit", "--change", change, id, tag);
    await docker("rm", id);
  }
  const inspect = async (name: string, what: string) =>
    docker("inspect", "--format", `{{${what}}}`, name);
  const compose = (...args: string[]) => say("docker-compose", args);
  const container = (service: string) => compose("ps", "--quiet", service);
  return {
    docker,
    inspect,
    compose,
    /** Of a service of compose.yaml: its container. */
    container,
    address: async (service: string) =>
      inspect(
        await container(service),
        '(index .NetworkSettings.Networks "chengying_default").IPAddress',
      ),
    /** Variables of compose.yaml. */
    env,
    /** Stops the program of a service below its init, so that it keeps its connections and answers nothing. */
    async hang(service: string) {
      const init = await inspect(await container(service), ".State.Pid");
      const [program] = readFileSync(`/proc/${init}/task/${init}/children`, "utf8").split(" ");
      process.kill(Number(program), "SIGSTOP");
    },
    /** Kills a service's processes as a fault would; the engine starts it again, which it would not after `docker kill`. */
    async kill(service: string) {
      const pid = Number(await inspect(await container(service), ".State.Pid"));
      process.kill(pid, "SIGKILL");
      await until("it has ended", async () => {
        const now = Number(await inspect(await container(service), ".State.Pid"));
        return now !== pid;
      });
    },
    async stop() {
      daemon.kill("SIGTERM");
      await once(daemon, "exit");
    },
  };
}
export type Engine = Awaited<ReturnType<typeof startEngine>>;
