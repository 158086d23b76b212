import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { disposable } from "../../support/disposable.ts";
import { listen } from "../../support/servers/listen.ts";
import {
  freePort,
  runProgram,
  type ServerName,
  serverNames,
  servers,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const media = /\.(ts|m4s|mp4|aac)(\?|$)/;
const METRICS_TOKEN = "a-token-for-metrics";
const PATIENCE = { timeout: 30_000 };

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let front: Awaited<ReturnType<typeof startSlowFront>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  upstream = await startTestUpstream();
  front = await startSlowFront(upstream.url);
});
afterAll(async () => {
  await front.stop();
  await upstream.stop();
  await folder.stop();
});

/** A proxy in front of an upstream that forwards media according to `way`: of held media only the first half. */
async function startSlowFront(upstreamUrl: string) {
  let way: "through" | "held" | "missing" = "through";
  let release = () => {};
  const server = await listen(async (incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const isMedia = media.test(url);
    if (isMedia && way === "missing") return response.writeHead(500).end();
    const forwarded = request(upstreamUrl + url, { method, headers });
    incoming.pipe(forwarded);
    const [answer] = await once(forwarded, "response");
    response.writeHead(answer.statusCode, answer.headers);
    if (!isMedia || way !== "held") return answer.pipe(response);
    const bytes = Buffer.concat(await answer.toArray());
    response.write(bytes.subarray(0, bytes.length / 2));
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    response.end(bytes.subarray(bytes.length / 2));
  });
  return disposable({
    url: server.url,
    stop: server.stop,
    media(now: typeof way) {
      way = now;
    },
    release: () => release(),
  });
}

async function startProgram(
  settings: Record<string, string> = {},
  server: ServerName = "npm start",
) {
  const { aesKey, aesIv, securityHeader } = upstream.settings;
  const PORT = String(await freePort());
  const [file, ...args] = servers[server];
  const program = runProgram(file, args, {
    PORT,
    DATA_DIR: folder.path,
    UPSTREAM_URL: front.url,
    UPSTREAM_AES_KEY: aesKey,
    UPSTREAM_AES_IV: aesIv,
    UPSTREAM_SECURITY_HEADER: securityHeader,
    SESSION_SECRET: "a-session-secret-of-thirty-two-characters",
    METRICS_TOKEN,
    ...settings,
  });
  const url = `http://127.0.0.1:${PORT}`;
  await untilReady(program, url).catch(async (error) => {
    await program.stop();
    throw error;
  });
  return { ...program, url, port: Number(PORT), visit: () => createVisitor(fetch, url) };
}
type Program = Awaited<ReturnType<typeof startProgram>>;

/** A visitor, and the path of a segment that they may load. */
async function viewer(program: Program) {
  const visitor = program.visit();
  const code = /href="\/videoinfo\?id=(\d+)"/.exec(await visitor.read("/"))?.[1];
  const page = await visitor.read(`/videoinfo?id=${code}`);
  const master = /\/stream\/[\w./-]+\/index\.m3u8/.exec(page)?.[0] ?? "/none.m3u8";
  const variant = /^\/stream\/.*$/m.exec(await visitor.read(master))?.[0] ?? "/none.m3u8";
  const playlist = await visitor.read(variant);
  const address = /^\/stream\/.*media\.\w+$/m.exec(playlist)?.[0] ?? "/none.m4s";
  const readSegment = () => visitor.request(address, { headers: { range: "bytes=0-" } });
  return { address, readSegment };
}

const entry = z.looseObject({ level: z.number(), msg: z.string() });
const entriesOf = ({ output }: Program) =>
  output.out
    .split("\n")
    .filter((line) => line && !line.startsWith("[remix-serve] http://"))
    .map((line) => entry.parse(JSON.parse(line)));
const untilEntry = (program: Program, find: (one: z.output<typeof entry>) => boolean) =>
  vi.waitUntil(() => entriesOf(program).find(find), PATIENCE);

describe.each(serverNames)("after a stop signal the site by %s", (server) => {
  test("finishes running streams, refuses new requests, reports that it is stopping, and exits with 0", async () => {
    front.media("through");
    await using program = await startProgram({}, server);
    const { readSegment } = await viewer(program);
    const whole = await (await readSegment()).arrayBuffer();
    front.media("held");
    const running = await readSegment();
    expect(running.status).toBe(206);
    // a health check on a connection that was opened before the signal
    const check = connect(program.port, "127.0.0.1");
    onTestFinished(() => void check.destroy());
    check.write("GET /readyz HTTP/1.1\r\nhost: site.test\r\n");
    // by now the server has also read the earlier bytes
    await (await fetch(`${program.url}/readyz`)).text();

    program.child.kill("SIGTERM");
    await vi.waitUntil(() => refuses(program.port), PATIENCE);
    check.write("\r\n");
    const said = await text(check);
    expect(said).toMatch(/^HTTP\/1\.1 503 /);
    expect(said.toLowerCase()).toContain("connection: close");
    expect(said).toContain('"reason":"stopping"');

    await pause(1_000);
    expect(program.child.exitCode).toBeNull();
    front.release();
    expect(Buffer.from(await running.arrayBuffer()).equals(Buffer.from(whole))).toBe(true);
    expect(await program.exited).toBe(0);
    expect(program.output.err.trim()).toBe("");
  });
});

test("the site exits at once on a second signal", async () => {
  front.media("through");
  await using program = await startProgram();
  const { readSegment } = await viewer(program);
  front.media("held");
  const running = await readSegment();
  program.child.kill("SIGTERM");
  // npm forwards a Ctrl-C that the process has already received
  program.child.kill("SIGINT");
  await pause(1_000);
  expect(program.child.exitCode).toBeNull();
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(1);
  await expect(running.arrayBuffer()).rejects.toThrow();
  front.release();
});

async function refuses(port: number): Promise<boolean> {
  const socket: Socket = connect(port, "127.0.0.1");
  const refused = once(socket, "connect").then(
    () => false,
    () => true,
  );
  return refused.finally(() => socket.destroy());
}

describe.each(serverNames)("a site run by %s", (server) => {
  let program: Program;
  beforeAll(async () => {
    front.media("through");
    program = await startProgram({ TRUST_PROXY: "1" }, server);
  });
  afterAll(() => program.stop());
  const trusted = (id: string) => ({ headers: { "x-request-id": id } });

  test("logs each answer as one line of JSON, without search terms", async () => {
    const visitor = program.visit();
    for (const path of ["/sreinfo?searchStr=moonlight", "/mine", "/favicon.svg", "/none.png"]) {
      const answer = await visitor.request(path);
      await answer.arrayBuffer();
      const requestId = answer.headers.get("x-request-id");
      const line = await untilEntry(program, (one) => one.requestId === requestId);
      expect(line).toMatchObject({
        ...{ level: 30, msg: "request", method: "GET", status: answer.status },
        pathname: path.split("?")[0],
        ms: expect.any(Number),
      });
    }
    await visitor.request("/healthz");
    await visitor.request("/metrics");
    const last = await visitor.request("/category");
    await untilEntry(program, (one) => one.requestId === last.headers.get("x-request-id"));
    const paths = entriesOf(program).map(({ pathname }) => pathname);
    expect(paths.filter((path) => /^\/(healthz|readyz|metrics)$/.test(String(path)))).toEqual([]);
    expect(program.output.out).not.toContain("moonlight");
  });

  test("logs a cached document's answer too", async () => {
    const visitor = program.visit();
    const line = await vi.waitUntil(async () => {
      const answer = await visitor.request("/sreach");
      await answer.arrayBuffer();
      const requestId = answer.headers.get("x-request-id");
      const found = await untilEntry(program, (one) => one.requestId === requestId);
      return found.cache === "hit" && (found.fastPath === true || server !== "npm start") && found;
    }, PATIENCE);
    expect(line).toMatchObject({ msg: "request", pathname: "/sreach", status: 200 });
  });

  test("logs a failed stream with its request id, without a ticket", async () => {
    const { address, readSegment } = await viewer(program);
    front.media("missing");
    const answer = await readSegment();
    front.media("through");
    expect(answer.status).toBe(502);
    const requestId = answer.headers.get("x-request-id");
    const told = await untilEntry(
      program,
      (one) => one.msg === "a stream failed" && one.requestId === requestId,
    );
    expect(told).toMatchObject({ level: 40, status: 502 });
    const line = await untilEntry(
      program,
      (one) => one.msg === "request" && one.requestId === requestId,
    );
    expect(line.pathname).toMatch(/^\/stream\/…\//);
    expect(program.output.out).not.toContain(address.split("/")[2] ?? address);
  });

  test("accepts a request id from a proxy if it is short and plain", async () => {
    const visitor = program.visit();
    const named = await visitor.request("/mine", trusted("0123456789abcdef0123456789abcdef"));
    expect(named.headers.get("x-request-id")).toBe("0123456789abcdef0123456789abcdef");
    for (const id of ["short", "a".repeat(65), 'forged","level":60', "with space in it"]) {
      const answer = await visitor.request("/mine", trusted(id));
      expect(answer.headers.get("x-request-id"), id).toMatch(/^[\da-f-]{36}$/);
    }
  });

  test("shows metrics to this machine, and to requests through proxies only with the token", async () => {
    const look = (headers: Record<string, string>) =>
      fetch(`${program.url}/metrics`, { headers }).then(({ status }) => status);
    expect(await look({})).toBe(200);
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "via", "forwarded"]) {
      expect([name, await look({ [name]: "203.0.113.7" })]).toEqual([name, 404]);
    }
    const authorization = `Bearer ${METRICS_TOKEN}`;
    expect(await look({ "x-forwarded-for": "203.0.113.7", authorization })).toBe(200);
    expect(program.output.out).not.toContain(METRICS_TOKEN);
  });

  test("sends the same security headers with every answer", async () => {
    const visitor = program.visit();
    const secure = { "x-forwarded-proto": "https" };
    const etag = await vi.waitUntil(
      async () => (await visitor.request("/category", { headers: secure })).headers.get("etag"),
      PATIENCE,
    );
    const answers: [string, RequestInit, number][] = [
      ["/mine", {}, 200],
      ["/category", { headers: { "if-none-match": etag } }, 304],
      ["/favicon.svg", {}, 200],
      ["/assets/none.js", {}, 404],
      ["/metrics", {}, 404],
      ["/healthz", {}, 200],
      ["/stream/none/index.m3u8", {}, 403],
      ["/image/none", {}, 404],
      ["/playback", { method: "POST", headers: { origin: "https://evil.example" } }, 403],
      [`/mine?${"x".repeat(8_100)}`, {}, 414],
      ["/nowhere", {}, 302],
    ];
    const names = [
      ...["x-content-type-options", "referrer-policy", "permissions-policy", "x-frame-options"],
      ...["cross-origin-opener-policy", "cross-origin-resource-policy", "x-robots-tag"],
      "strict-transport-security",
    ];
    const said = (answer: Response) => names.map((name) => answer.headers.get(name));
    const first = said(await visitor.request("/mine", { headers: secure }));
    expect(first).not.toContain(null);
    for (const [path, init, status] of answers) {
      const answer = await visitor.request(path, {
        redirect: "manual",
        ...init,
        headers: { ...secure, ...init.headers },
      });
      expect([path, answer.status, ...said(answer)]).toEqual([path, status, ...first]);
      expect(answer.headers.get("content-security-policy"), path).toContain(
        "frame-ancestors 'none'",
      );
      expect(answer.headers.get("x-request-id"), path).toBeTruthy();
    }
  });
});

test("without a proxy no request id is taken from clients", async () => {
  await using program = await startProgram({ ACCESS_LOG: "off" });
  const answer = await program.visit().request("/mine", {
    headers: { "x-request-id": "0123456789abcdef" },
  });
  expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(await program.stop()).toBe(0);
  expect(entriesOf(program).filter(({ msg }) => msg === "request")).toEqual([]);
});

describe("the image, compose.yaml and the systemd service", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const dockerfile = read("Dockerfile");
  const compose = read("compose.yaml");
  const service = read("deploy/chengying.service");

  test("copy only files that exist and are not ignored", () => {
    const copied = /^COPY (?:--from=build \/site\/(?=server|deploy))?(?!--from)(.+) \S+$/gm;
    const sources = [...dockerfile.matchAll(copied)].flatMap(([, list]) => (list ?? "").split(" "));
    expect(sources.length).toBeGreaterThan(8);
    const let_in = new Set(
      [...read(".dockerignore").matchAll(/^!(\S+)$/gm)].map(([, name]) => name),
    );
    for (const source of sources) {
      expect(existsSync(source), source).toBe(true);
      expect(let_in, source).toContain(source.split("/")[0]);
    }
  });

  test("limit the site's heap as npm start does", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const flags = String(scripts.start).split(" ").slice(1, -1);
    expect(flags).toEqual([expect.stringMatching(/^--max-old-space-size=\d+$/)]);
    const command = ["node", ...flags, "build/machine/main.js"];
    expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "")).toEqual(command);
    const [, started = ""] = /^ExecStart=\S*\/(.*)$/m.exec(service) ?? [];
    expect(started.split(" ")).toEqual(command);
  });

  test("use only existing settings, and require every secret", () => {
    const known = `${read("server/settings/env.ts")}${read("server/upstream/settings.ts")}`;
    const ours = [...compose.matchAll(/^ {4,6}([A-Z][A-Z_]+): (.*)$/gm)].filter(
      ([, name]) => !name?.startsWith("POSTGRES_"),
    );
    expect(ours.length).toBeGreaterThan(12);
    for (const [, name = ""] of ours) expect(known, name).toContain(`  ${name}: {`);
    const inService = /^Environment=(.*)$/m.exec(service)?.[1]?.split(" ") ?? [];
    expect(inService.length).toBeGreaterThan(3);
    for (const pair of inService) expect(known, pair).toContain(`  ${pair.split("=")[0]}: {`);
    for (const secret of ["AES_KEY", "AES_IV", "SECURITY_HEADER", "SESSION_SECRET", "PASSWORD"]) {
      const named = [...compose.matchAll(new RegExp(`\\$\\{\\w*${secret}([^}]*)\\}`, "g"))];
      expect(named.map(([, rest]) => rest)).toEqual(named.map(() => ":?"));
    }
  });

  test.skipIf(!existsSync("/usr/bin/systemd-analyze"))(
    "have no mistake that systemd finds",
    async () => {
      await using units = await temporaryFolder();
      const unit = join(units.path, "chengying.service");
      writeFileSync(unit, service.replace("/usr/bin/node", process.execPath));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, ""]);
    },
  );

  test("give the site enough time to stop, and the proxy the names it knows", () => {
    const [, grace] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
    const [, drain] = /DRAIN_MS = ([\d_]+);/.exec(read("server/process.ts")) ?? [];
    const [, upstreams] = /STOP_MS = ([\d_]+);/.exec(read("server/upstream/embedded.ts")) ?? [];
    const needed = Number(drain?.replace("_", "")) + Number(upstreams?.replace("_", ""));
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(service) ?? [];
    expect(Number(grace) * 1_000).toBeGreaterThan(needed);
    const [, documented] = /TimeoutStopSec=(\d+)/.exec(read("docs/operation.md")) ?? [];
    expect([stop, documented]).toEqual([grace, grace]);
    for (const file of ["deploy/nginx.conf", "deploy/Caddyfile"]) {
      for (const [, name] of read(file).matchAll(/\b(site-\d):3000/g)) {
        expect(compose).toContain(`\n  ${name}:\n`);
      }
    }
  });
});
