import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../../server/contract/index.ts";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { readEnvelope } from "../../../server/upstream-client/envelope.ts";
import {
  SessionEndedError,
  UpstreamFault,
  UpstreamRefusal,
} from "../../../server/upstream-client/errors.ts";
import { exchange } from "../../../server/upstream-client/exchange.ts";
import { fuzz } from "../../support/fuzz/runs.ts";
import { listen } from "../../support/servers/listen.ts";

const codec = createCodec({ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) });

const video = {
  cartoonCode: "130001",
  cartoonName: "云海&amp;日出",
  cartoonImage: "/covers/1.svg",
  cartoonVip: 1,
  cartoonHot: "1.2万",
  vodDuration: 1398,
  cartoonIntroduce: "<p>一<br/>二&nbsp;</p>",
  sortNum: 1,
  createTime: 1798830245000,
};
const good = [
  { endpoint: contract.site.config, data: { showAd: true, popupContent: "好", shikan: 15 } },
  { endpoint: contract.ads.all, data: { play: [{ id: 1, url: "https://a.example", status: 1 }] } },
  {
    endpoint: contract.video.index,
    data: { rankList: [video], typeList: [{ dictCode: 1, cartoonInfoList: { 3: video } }] },
  },
  {
    endpoint: contract.video.detail,
    data: {
      videoInfo: video,
      recommend: { list: [video] },
      srcList: [
        {
          channel: "一",
          urlList: [{ id: 1795432109876543, name: "1", url: "https://a.example/1.m3u8" }],
        },
      ],
      danmuList: [{ id: 1, time: 1.5, text: "好" }],
    },
  },
  {
    endpoint: contract.member.login,
    data: { memberCode: "7", token: "t", vipDate: "2027-01-02 03:04:05", memberVip: 1 },
  },
  {
    endpoint: contract.library.history,
    data: [{ id: 1, collectCode: "130001", createTime: [2027, 1, 2] }],
  },
  {
    endpoint: contract.wallet.goods,
    data: { payList: ["支付宝"], optionList: [{ id: 1, price: "30元" }] },
  },
  {
    endpoint: contract.category.tree,
    data: [{ dictCode: 1, dictName: "一", childList: [{ dictCode: 2 }] }],
  },
  { endpoint: contract.rewards.checkedDates, data: { "2027-01-02": true } },
  { endpoint: contract.purchase.ownership, data: "bought" },
] as const;

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    [],
    {},
    0,
    -1,
    1e308,
    9007199254740993n.toString(),
    "0000-00-00",
    "1.2.3万",
    "<",
    "&#0;",
    "&#xffffffff;",
    "<p".repeat(99),
    "\u0000\ud800",
    "{}",
    "[[",
    true,
    { list: { list: {} } },
    { 7: null },
    [[[]]],
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: false }).filter((value) => isJson(value)),
  fc.string({ unit: "binary", maxLength: 60 }),
);
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** Sets `value` at the path `steps`. */
function put(target: unknown, [step = 0, ...steps]: number[], value: unknown): unknown {
  if (typeof target !== "object" || target === null) return value;
  const entries = Object.entries(target);
  const at = step % Math.max(1, entries.length);
  const changed = entries.map(([name, inner], index) => [
    name,
    index === at ? (steps.length > 0 ? put(inner, steps, value) : value) : inner,
  ]);
  return Array.isArray(target) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const changes = fc.array(fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), odd), {
  maxLength: 3,
});
const envelopes = fc.record({
  which: fc.constantFrom(...good),
  changes,
  code: fc.oneof({ arbitrary: fc.constant(0), weight: 9 }, { arbitrary: odd, weight: 1 }),
  encrypted: fc.boolean(),
  width: fc.constantFrom(0, 1, 16, 76),
});

/** The sent text. */
function textOf({
  which,
  changes,
  code,
  encrypted,
  width,
}: ReturnType<typeof envelopes.generate>["value"]) {
  const data = changes.reduce<unknown>(
    (rest, [steps, value]) => put(rest, steps, value),
    which.data,
  );
  const cipher =
    width > 0
      ? codec.encrypt(data).replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n")
      : codec.encrypt(data);
  return JSON.stringify({ code, data: encrypted ? cipher : data });
}

const isKnown = (error: unknown) =>
  error instanceof UpstreamFault ||
  error instanceof UpstreamRefusal ||
  error instanceof SessionEndedError;

/** In milliseconds, with a margin for a busy machine. */
const SLOW = 2_000;

function read(which: (typeof good)[number], text: string): unknown {
  const started = performance.now();
  try {
    return readEnvelope("video.test", text, which.endpoint.data, codec);
  } catch (error) {
    if (!isKnown(error)) throw error;
    return error;
  } finally {
    expect(performance.now() - started).toBeLessThan(SLOW);
  }
}

test("slightly malformed answers are read or refused", () => {
  fc.assert(
    fc.property(envelopes, (sent) => void read(sent.which, textOf(sent))),
    fuzz,
  );
}, 600_000);

test("answers with lost, doubled or swapped characters are read or refused", () => {
  const edits = fc.array(
    fc.tuple(
      fc.nat(),
      fc.nat(40),
      fc.oneof(
        fc.string({ maxLength: 9 }),
        fc.constantFrom('"', "{", "\\", "1".repeat(40), "\u0000", "\ufeff", "]"),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(envelopes, edits, (sent, edits) => {
      const text = edits.reduce((rest, [at, length, letters]) => {
        const from = at % (rest.length + 1);
        return rest.slice(0, from) + letters + rest.slice(from + length);
      }, textOf(sent));
      read(sent.which, text);
    }),
    fuzz,
  );
}, 600_000);

test("an unreadable preview never opens the gate", () => {
  const isOff = (value: unknown) =>
    ["null", '""'].includes(JSON.stringify(value)) ||
    (typeof value !== "object" &&
      (Number(value) <= 0 || /-|^\D*0|Inf|NaN|^\s*$/.test(String(value))));
  fc.assert(
    fc.property(
      odd.filter((value) => !isOff(value)),
      (shikan) => {
        const [{ endpoint }] = good;
        const text = JSON.stringify({ code: 0, data: { showAd: 1, shikan } });
        expect(
          readEnvelope("site.config", text, endpoint.data, codec).previewSeconds,
        ).toBeGreaterThan(0);
      },
    ),
    fuzz,
  );
}, 600_000);

let agent: Agent;
beforeAll(() => {
  agent = new Agent();
});
afterAll(() => agent.destroy());

test("damaged compressed answers are read or refused", async () => {
  let next: { bytes: Buffer; encoding: string };
  await using server = await listen((_request, response) =>
    response.writeHead(200, { "content-encoding": next.encoding }).end(next.bytes),
  );
  const call = {
    name: "video.test",
    method: "GET",
    path: "/",
    headers: {},
    repeatable: true,
  } as const;
  const packs = fc.constantFrom(gzipSync, deflateSync, (text: string) => Buffer.from(text));
  const encodings = fc.constantFrom("gzip", "br", "deflate", "identity", "x");
  await fc.assert(
    fc.asyncProperty(
      envelopes,
      packs,
      encodings,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      fc.nat(200),
      async (sent, pack, encoding, flips, cut) => {
        const bytes = Buffer.from(pack(textOf(sent)));
        for (const [at, byte] of flips) bytes[at % bytes.length] = byte;
        next = { bytes: cut < 100 ? bytes.subarray(0, -cut || undefined) : bytes, encoding };
        const text = await exchange(server.url, call, agent, AbortSignal.timeout(10_000)).catch(
          (error) => {
            if (!isKnown(error)) throw error;
            return "";
          },
        );
        read(sent.which, text);
      },
    ),
    fuzz,
  );
}, 600_000);
