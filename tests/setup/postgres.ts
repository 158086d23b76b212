import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { freePort, temporaryFolder } from "../support/servers/program.ts";
import { installPackage } from "./debian.ts";

/** A private PostgreSQL server on loopback, gone after `stop`. */
export interface PostgresServer {
  port: number;
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** A second server on `STANDBY_HOST` and the same port: no commit is acknowledged before it is there, too. */
  startStandby(): Promise<PostgresStandby>;
  /** Ends it as a machine that fails does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}
interface PostgresStandby {
  /** Makes it the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";
/** Also this machine: so a client tells two servers by their hosts, at one port. */
export const STANDBY_HOST = "127.0.0.2";

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
  installPackage("postgresql");
  const installed = newest();
  if (!installed) throw new Error("the package postgresql has brought no initdb");
  return installed;
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
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      LANG: "C.UTF-8",
      PGPASSWORD: password,
    },
  };
  const cluster = ["-D", data, "-U", USER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(join(bin, "initdb"), [...cluster, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], {
    ...own,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const port = await freePort();
  const server = serve(bin, data, HOST, port, own);
  const address = (database: string, host = HOST) =>
    `postgres://${USER}:${password}@${host}:${port}/${database}`;
  const administer = (host?: string) =>
    postgres(address("postgres", host), { max: 1, onnotice: () => undefined });
  const admin = administer();
  await untilReady(admin);

  let databases = 0;
  return {
    port,
    async newDatabase() {
      databases += 1;
      await admin.unsafe(`create database test_${databases}`);
      return address(`test_${databases}`);
    },
    async startStandby() {
      const copy = join(path, "standby");
      const from = ["-D", copy, "-h", HOST, "-p", String(port), "-U", USER];
      execFileSync(
        join(bin, "pg_basebackup"),
        [...from, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
        { ...own, stdio: ["ignore", "ignore", "inherit"] },
      );
      const standby = serve(bin, copy, STANDBY_HOST, port, own);
      const there = administer(STANDBY_HOST);
      await untilReady(there);
      await admin`alter system set synchronous_standby_names = '*'`;
      await admin`select pg_reload_conf()`;
      await until(admin, "select 1 from pg_stat_replication where sync_state = 'sync'");
      return {
        async promote() {
          await there`select pg_promote()`;
          // nobody follows it yet
          await there`alter system set synchronous_standby_names = ''`;
          await there`select pg_reload_conf()`;
        },
        async stop() {
          await there.end({ timeout: 1 });
          await end(standby, "SIGINT");
        },
      };
    },
    kill: () => end(server, "SIGKILL"),
    async stop() {
      await admin.end({ timeout: 1 });
      // ends at once what is still connected
      await end(server, "SIGINT");
      await removeFolder();
    },
  };
}

function serve(bin: string, data: string, host: string, port: number, own: SpawnOptions) {
  const settings = [
    `port=${port}`,
    `listen_addresses=${host}`,
    "unix_socket_directories=",
    "fsync=off",
  ];
  const args = ["-D", data, ...settings.flatMap((one) => ["-c", one])];
  return spawn(join(bin, "postgres"), args, { ...own, stdio: "ignore" });
}

async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill(signal);
  await exit;
}

const untilReady = (admin: postgres.Sql) => until(admin, "select 1");

/** Waits until a query has a row. */
async function until(admin: postgres.Sql, query: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const rows = await admin.unsafe(query).catch(() => []);
    if (rows.length > 0) return;
    await wait(100);
  }
  throw new Error(`the private PostgreSQL server never answered ${query}`);
}
