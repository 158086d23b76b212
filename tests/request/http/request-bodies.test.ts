import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startSiteProgram } from "../../support/servers/program.ts";

const MB = 1024 * 1024;
const BOUNDARY = "multipart/form-data; boundary=x";
const TEXT = "application/x-www-form-urlencoded";

let site: Awaited<ReturnType<typeof startSiteProgram>>;
const sockets = new Set<Socket>();

beforeAll(async () => {
  site = await startSiteProgram({ TRUST_PROXY: "1" });
});
afterAll(() => site.stop());
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** A POST request with a Content-Length of `length`, of which `sent` bytes are sent. */
async function halfSent(path: string, type: string, length: number, address: string, sent = 1) {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.add(socket);
  await once(socket, "connect");
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: site.test",
    `x-forwarded-for: ${address}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, "a"));
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  return { socket, status: () => Number(answer.split(" ")[1] ?? 0) };
}

const send = (path: string, type: string, body: string, address: string) =>
  fetch(new URL(path, site.url), {
    method: "POST",
    headers: { "content-type": type, "x-forwarded-for": address },
    body,
    redirect: "manual",
  });
const file =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nno picture\r\n--x--\r\n';
const refused = (posts: Awaited<ReturnType<typeof halfSent>>[]) =>
  posts.filter((post) => post.status() === 503).length;

test("bodies that never arrive use up the upload budget of their network, then of all networks, but not the budget of forms", async () => {
  const fromOne = await Promise.all(
    Array.from({ length: 100 }, () => halfSent("/upload", BOUNDARY, 9 * MB, "203.0.113.1")),
  );
  await expect.poll(() => refused(fromOne)).toBe(97);
  expect((await send("/upload", BOUNDARY, file, "203.0.113.1")).status).not.toBe(503);
  const big = await halfSent("/upload", BOUNDARY, 8 * MB, "203.0.113.1");
  await expect.poll(big.status).toBe(503);

  const fromMany = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      halfSent("/upload", BOUNDARY, 9 * MB, `198.51.100.${index}`),
    ),
  );
  await expect.poll(() => refused(fromMany)).toBe(96);
  const form = await send("/login", TEXT, "account=someone&password=wrong", "203.0.113.1");
  expect([400, 401, 422, 200]).toContain(form.status);

  for (const { socket } of [...fromOne, ...fromMany]) socket.destroy();
  const later = async () => {
    const again = await halfSent("/upload", BOUNDARY, 9 * MB, "192.0.2.1");
    await new Promise((resolve) => setImmediate(resolve));
    return again.status();
  };
  await expect.poll(later).toBe(0);
});

test("the connection of a late body is closed", async () => {
  const { socket } = await halfSent("/playback", TEXT, 1_000, "203.0.113.2");
  await once(socket, "close");
  expect(socket.destroyed).toBe(true);
});

test("a refusal because of the upload budget has a Retry-After", async () => {
  await Promise.all(
    Array.from({ length: 16 }, () => halfSent("/login", TEXT, 256 * 1024, "203.0.113.3")),
  );
  const answer = () => send("/login", TEXT, `account=${"a".repeat(100_000)}`, "203.0.113.3");
  await expect.poll(async () => (await answer()).status).toBe(503);
  expect((await answer()).headers.get("retry-after")).toBe("5");
});
