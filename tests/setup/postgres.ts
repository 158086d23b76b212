import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { freePort, temporaryFolder } from "../support/servers/program.ts";

/** A private PostgreSQL server on loopback, gone after `stop`. */
export interface PostgresServer {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const DEBIAN = "/usr/lib/postgresql";
const USER = "chengying";

/** Where initdb and postgres are; Debian's packages are installed when they are missing. */
function programs(): string {
  const newest = () => {
    const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
    const folder = join(DEBIAN, String(Math.max(0, ...versions)), "bin");
    return existsSync(join(folder, "initdb")) ? folder : undefined;
  };
  const found = newest();
  if (found) return found;
  install();
  return newest() ?? fail();
}

function fail(): never {
  throw new Error(
    "无法自动安装 postgresql（需要 Debian 的 apt-get 和 root 权限），请手动安装后重试",
  );
}

function install() {
  console.log("正在安装测试所需的软件包：postgresql");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "postgresql"], { stdio: "inherit", env });
  } catch {
    fail();
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package made. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Starts one; takes about two seconds. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = programs();
  const who = owner();
  const { path, stop: removeFolder } = await temporaryFolder();
  const [data, passwordFile] = [join(path, "data"), join(path, "password")];
  const password = randomBytes(16).toString("hex");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (who) for (const one of [path, data, passwordFile]) chownSync(one, who.uid, who.gid);

  const own: SpawnOptions = {
    ...who,
    cwd: path,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", LANG: "C.UTF-8" },
  };
  const cluster = ["-D", data, "-U", USER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(join(bin, "initdb"), [...cluster, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], {
    ...own,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
  ];
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...settings.flatMap((one) => ["-c", one])],
    {
      ...own,
      stdio: "ignore",
    },
  );
  const address = (database: string) =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const admin = postgres(address("postgres"), { max: 1, onnotice: () => undefined });
  await untilReady(admin);

  let databases = 0;
  return {
    async newDatabase() {
      databases += 1;
      await admin.unsafe(`create database test_${databases}`);
      return address(`test_${databases}`);
    },
    async stop() {
      await admin.end({ timeout: 1 });
      const exit = once(server, "exit");
      // ends at once what is still connected
      server.kill("SIGINT");
      await exit;
      await removeFolder();
    },
  };
}

async function untilReady(admin: postgres.Sql): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ready = await admin`select 1`.catch(() => undefined);
    if (ready) return;
    await wait(100);
  }
  throw new Error("the private PostgreSQL server did not start");
}
