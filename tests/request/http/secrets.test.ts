import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const clientBuild = readdirSync("build/client", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

test("the browser's build contains no path or name of the build machine", () => {
  expect(clientBuild.length).toBeGreaterThan(10);
  // names of calls, of the codec and of settings, which only server code contains
  const machine =
    /crypto-js|CryptoJS|createDecipheriv|UPSTREAM_|SESSION_SECRET|renren-api|app-api|node:crypto/;
  for (const file of clientBuild.filter((name) => /\.(js|css|html|json|map)$/.test(name))) {
    expect(machine.exec(readFileSync(file, "utf8"))?.[0], file).toBeUndefined();
  }
});

test("no answer to a visitor contains a key, a token or the upstream's address", async () => {
  const tokens: string[] = [];
  const visitor = running.site.visit();
  const bodies: [string, string][] = [];
  const visit = async (path: string) => {
    const response = await visitor.request(path);
    const headers = [...response.headers].map((pair) => pair.join(": ")).join("\n");
    bodies.push([
      path,
      `${headers}\n${Buffer.from(await response.arrayBuffer()).toString("latin1")}`,
    ]);
    return bodies[bodies.length - 1]?.[1] ?? "";
  };

  const home = await visit("/");
  await visit("/_root.data");
  await visit("/member");
  const { device, credentials } = openCookie(visitor.cookies.get("visitor") ?? "");
  tokens.push(credentials?.token ?? "no token");
  await visit(`/?page=2`);
  const code = /href="\/videoinfo\?id=(\d+)"/.exec(home)?.[1];
  const watch = await visit(`/videoinfo?id=${code}`);
  await visit(`/videoinfo.data?id=${code}`);
  await visit("/videoinfo?id=99999999");
  await visit("/readyz");
  const master = await visit(/\/stream\/[\w./-]+\/index\.m3u8/.exec(watch)?.[0] ?? "");
  const variant = await visit(/^\/stream\/.*$/m.exec(master)?.[0] ?? "");
  await visit(/^\/stream\/.*$/m.exec(variant)?.[0] ?? "");
  await visit(/\/image\/[\w.-]+/.exec(home)?.[0] ?? "");

  const { aesKey, aesIv, securityHeader } = running.upstream.settings;
  const secrets = [
    ...tokens,
    ...[aesKey, aesIv].flatMap((key) => [
      key,
      key.slice(4),
      Buffer.from(key.slice(4), "hex").toString("base64"),
    ]),
    securityHeader.split(": ")[1] ?? "",
    new URL(running.upstream.url).host,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    for (const [path, body] of bodies)
      expect(body.includes(secret), `${path} holds ${secret}`).toBe(false);
  }
  expect(device).toBeTruthy();

  function openCookie(cookie: string) {
    const text = running.site.services.sealer.open("session", cookie) ?? "{}";
    return JSON.parse(text) as { device?: string; credentials?: { token: string } };
  }
});
