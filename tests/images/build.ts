import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The images that a registry would have: `node:24-slim` of Debian's packages and the npm package `node`, and one with
 * nginx, PostgreSQL and Redis of Debian, which begins like the official ones as far as compose.yaml relies on it.
 */

const NODE_MAJOR = "24";
/** Tags of compose.yaml that are the same image here, and what each of them runs by itself. */
export const services = {
  "nginx:1.28-alpine": ["nginx", "-p", "/etc/nginx/", "-g", "daemon off;"],
  "postgres:17-alpine": ["postgres-image"],
  "valkey/valkey:8-alpine": ["redis-server"],
} as const;
const PACKAGES = ["nginx-light", "postgresql", "redis-server", "wget"];

const postgresImage = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
chown postgres: $data /run/postgresql
if [ ! -s $data/PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  as initdb -D $data -U "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host trust
  echo "host all all all scram-sha-256" >>$data/pg_hba.conf
  echo "create database $POSTGRES_DB" | as postgres --single -D $data postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D $data -c listen_addresses='*'
`;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
const said = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: "utf8" }).trim();

/** A folder with Debian in its smallest form, from where this machine gets its packages. */
function makeDebian(root: string) {
  const [site = ""] = said("apt-get", "indextargets", "--format", "$(SITE)").split("\n");
  const release = /VERSION_CODENAME=(\w+)/.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  run("debootstrap", "--variant=minbase", "--include=ca-certificates", release, root, site);
  rmSync(join(root, "var/cache/apt/archives"), { recursive: true, force: true });
}

function addServices(root: string) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), 0o755);
  };
  // packages start nothing, and make no cluster
  write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n");
  write("etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n");
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  const inside = (...command: string[]) => run("chroot", root, ...command);
  inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...PACKAGES);
  write("usr/local/bin/postgres-image", postgresImage);
  const links = [
    "ln -s redis-server /usr/bin/valkey-server; ln -s redis-cli /usr/bin/valkey-cli",
    "ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin",
    // where only compose.yaml's temporary folders may be written
    "rm -rf /var/lib/nginx; ln -s /var/cache/nginx /var/lib/nginx",
    "ln -sf /dev/stderr /var/log/nginx/error.log",
    "rm -rf /var/cache/apt/* /var/lib/apt/lists/*",
  ];
  inside("sh", "-ec", links.join("\n"));
}

/** Writes `node.oci`, `site.tar` and `services.tar` with everything that `inside.ts` loads, into the folder. */
export function buildImages(folder: string) {
  const debian = join(folder, "debian");
  const step = (text: string) => console.log(`${new Date().toLocaleTimeString()} ${text}`);
  const store = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const buildah = (...args: string[]) => run("buildah", ...store, ...args);

  step("Debian");
  makeDebian(debian);

  step(`node:${NODE_MAJOR}-slim`);
  const npm = join(folder, "npm");
  run("npm", "install", "--silent", "--no-save", "--prefix", npm, `node@${NODE_MAJOR}`, "npm@11");
  const withNode = join(folder, "with-node");
  run("cp", "-a", debian, withNode);
  const node = said("sh", "-c", `ls ${npm}/node_modules/node*/bin/node | tail -1`);
  cpSync(node, join(withNode, "usr/local/bin/node"));
  cpSync(join(npm, "node_modules/npm"), join(withNode, "usr/local/lib/npm"), { recursive: true });
  run(
    "chroot",
    withNode,
    "sh",
    "-ec",
    [
      "useradd --create-home --uid 1000 --shell /bin/bash node",
      "ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm",
      "ln -s ../lib/npm/bin/npx-cli.js /usr/local/bin/npx",
    ].join("\n"),
  );
  // npm trusts what it trusts on this machine
  mkdirSync(join(withNode, "usr/local/etc"), { recursive: true });
  writeFileSync(
    join(withNode, "usr/local/etc/npmrc"),
    "cafile=/etc/ssl/certs/ca-certificates.crt\n",
  );
  buildah("from", "--name", "base", "scratch");
  buildah("add", "--quiet", "base", withNode, "/");
  buildah(
    "config",
    "--env",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "base",
  );
  buildah("commit", "--quiet", "base", `docker.io/library/node:${NODE_MAJOR}-slim`);

  step("the image");
  buildah(
    ...["bud", "--isolation", "chroot", "--pull-never", "--layers", "--format", "docker"],
    ...["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro", "--ulimit", "nofile=1024:4096"],
    ...["--tag", "docker.io/library/chengying:latest", "."],
  );
  buildah("push", "--quiet", "chengying", `docker-archive:${folder}/site.tar:chengying:latest`);

  step("nginx, PostgreSQL, Redis");
  addServices(debian);
  run("tar", "-C", debian, "-cf", join(folder, "services.tar"), ".");
}
