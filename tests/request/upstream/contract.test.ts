import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { droppedItems } from "../../../server/contract/scalars.ts";
import { builtInTopics } from "../../../server/domain/site.ts";
import { createServices, type Services } from "../../../server/services.ts";
import { tokens } from "../../../server/upstream/db/schema.ts";
import { checkUpstream } from "../../../server/upstream-check/check.ts";
import { callNames, endpointOf } from "../../../server/upstream-check/steps.ts";
import type { Credentials } from "../../../server/upstream-client/client.ts";
import { SessionEndedError } from "../../../server/upstream-client/errors.ts";
import { type PostgresServer, startPostgres } from "../../setup/postgres.ts";
import { argumentsForEveryCall } from "../../support/contract/every-call.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";
import { createCaller, registerDevice } from "../../support/upstream/device.ts";

type Call = (...args: unknown[]) => Promise<unknown>;

const endpoints = callNames.map((call) => {
  const [group = "", name = ""] = call.split(".");
  return { group, name, endpoint: endpointOf(call) };
});
/** Wrong values for any field of a body. */
const wrong = {
  null: null,
  truth: true,
  "a negative number": -1,
  "a fraction": 1.5,
  "a number beyond all": 1e308,
  "a text": "x",
  "an empty text": "",
  quotes: "' or 1=1 --",
  "half a character": "\ud800",
  "200 KB": "x".repeat(200_000),
  "a list": [],
  "an object": {},
  "a list of lists": [[[]]],
};

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres.stop());

describe.each([
  ["PGlite", async () => undefined],
  ["PostgreSQL", () => postgres.newDatabase()],
])("on %s", (_store, place) => {
  let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
  let services: Services;
  const faults: unknown[] = [];

  beforeAll(async () => {
    const databaseUrl = await place();
    const onFault = (fault: unknown) => faults.push(fault);
    upstream = await startTestUpstream({ onFault, ...(databaseUrl && { databaseUrl }) });
    services = createServices({ ...upstream.forSite, timeoutMs: 30_000 }, ["x".repeat(32)]);
  });
  afterAll(async () => {
    await services.close();
    await upstream.stop();
  });

  /** The site's own client with a caller's credentials. */
  const clientFor = (credentials: Credentials) =>
    services.connect({ credentials: () => Promise.resolve(credentials) }) as unknown as Record<
      string,
      Record<string, Call>
    >;
  const everyCall = async (device: string) => {
    const { args, credentials } = await argumentsForEveryCall(upstream, device);
    return { args: args as Record<string, Record<string, unknown[]>>, credentials };
  };

  test(`each of the ${endpoints.length} calls answers as the site expects`, async () => {
    const { args, credentials } = await everyCall("walking-visitor");
    const client = clientFor(credentials);
    const dropped: unknown[] = [];
    const listen = (message: unknown) => dropped.push(message);
    droppedItems.subscribe(listen);
    onTestFinished(() => void droppedItems.unsubscribe(listen));
    const answers = new Map<string, unknown>();
    for (const [group, calls] of Object.entries(args)) {
      for (const [name, values] of Object.entries(calls)) {
        answers.set(`${group}.${name}`, await client[group]?.[name]?.(...values));
      }
    }
    expect(answers.size).toBe(endpoints.length);
    expect(dropped).toEqual([]);
    expect(answers.get("library.favourites")).toHaveLength(1);
    expect(answers.get("support.messages")).toHaveLength(3);
    expect(answers.get("catalogue.search")).toMatchObject({ sent: 10 });
    expect(answers.get("wallet.withdraw")).toMatch(/提现/);
    expect(faults).toEqual([]);
  });

  test("an operator's check of every call that costs nothing finds no fault", async () => {
    const rawKeys = { key: upstream.settings.aesKey, iv: upstream.settings.aesIv };
    const checked = await checkUpstream(
      { ...upstream.forSite, timeoutMs: 30_000 },
      { level: "all", topics: builtInTopics, mediaOrigins: [], rawKeys },
    );
    expect(checked).toMatchObject({ causes: [], verdict: 0 });
    const ok = checked.calls.filter(({ outcome }) => outcome === "ok");
    expect(ok).toHaveLength(endpoints.length - 6);
    expect(faults).toEqual([]);
  });

  test("each call that needs a member refuses a missing, an unknown and an expired token", async () => {
    const { args, credentials } = await everyCall("expiring-visitor");
    await upstream.db.update(tokens).set({ expiresAt: new Date(Date.now() - 1_000) });
    for (const token of ["", "unknown", credentials.token]) {
      const client = clientFor({ ...credentials, token });
      for (const { group, name } of endpoints.filter(({ endpoint }) => endpoint.member)) {
        const answer = client[group]?.[name]?.(...(args[group]?.[name] ?? []));
        await expect(answer, `${group}.${name}`).rejects.toEqual(new SessionEndedError("expired"));
      }
    }
    expect(faults).toEqual([]);
  });

  test("a body with one wrong field is refused with code 400, and never a fault", async () => {
    const call = createCaller(upstream);
    const { args } = await everyCall("careless-visitor");
    for (const { group, name, endpoint } of endpoints) {
      if (endpoint.method === "GET" || endpoint.encoding === "form") continue;
      const { token } = await registerDevice(upstream, `careless-${group}-${name}`);
      const good = endpoint.toBody(...(args[group]?.[name] ?? [])) as Record<string, unknown>;
      const check = async ([field, what, value]: [string, string, unknown]) => {
        const body = { ...good, [field]: value };
        const answer = await call(endpoint.path, body, { token });
        const told = `${endpoint.path} with ${what} as ${field}`;
        expect(answer.status, told).toBe(200);
        expect(answer.msg, told).toMatch(/./);
        if (!endpoint.body.safeParse(body).success) expect(answer.code, told).toBe(400);
      };
      await Promise.all(eachFieldWith(good).map(check));
    }
    expect(faults).toEqual([]);
  });

  test.each<[string, () => BodyInit]>([
    ["no JSON", () => "{"],
    ["no UTF-8", () => new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["a list", () => "[]"],
    ["10 MB of JSON", () => JSON.stringify({ uuid: "x".repeat(10_000_000) })],
  ])("%s is refused with code 400", async (what, raw) => {
    const call = createCaller(upstream);
    const { token } = await registerDevice(upstream, "careless-visitor");
    const posts = endpoints.filter(({ endpoint }) => endpoint.method === "POST");
    for (const { endpoint } of what.startsWith("10 MB") ? posts.slice(0, 3) : posts) {
      const answer = await call(endpoint.path, undefined, { raw: raw(), token });
      expect(answer, endpoint.path).toMatchObject({ status: 200, code: 400 });
    }
    expect(faults).toEqual([]);
  });
});

/** For each field of a body: the field, the name of the wrong value, and the wrong value. */
function eachFieldWith(good: Record<string, unknown>): [string, string, unknown][] {
  const values = Object.entries({ ...wrong, nothing: undefined });
  return Object.keys(good).flatMap((field) =>
    values.map(([what, value]): [string, string, unknown] => [field, what, value]),
  );
}
