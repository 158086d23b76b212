import type { Logger } from "pino";
import { UpstreamRefusal } from "../api/errors.ts";
import { type Allowance, type AllowanceName, allowanceOf, allowances } from "./allowances.ts";
import { network, type Tallies } from "./limits.ts";

const SECOND = 1_000;

/**
 * This site says no before the upstream is asked. Whoever shows an upstream's refusal shows this one too, and the
 * host gives the answer its status (`server/too-often.ts`).
 */
export class TooOften extends UpstreamRefusal {
  override name = "TooOften";
  constructor(readonly waitMs: number) {
    super("429", `操作太频繁，请${Math.max(1, Math.ceil(waitMs / SECOND))}秒后再试`);
  }
}

/** How often one visitor may do things. */
export interface VisitorLimits {
  /**
   * To be asked before something is done; what it answers takes that back.
   * @throws {TooOften}
   */
  take(name: AllowanceName): Promise<() => Promise<void>>;
  /** The same for what can be done in another way: whether it was allowed, and so counts. */
  allows(name: AllowanceName): Promise<boolean>;
  /** What was refused in this request. */
  readonly refused: TooOften | undefined;
}

export function createVisitorLimits(options: {
  tallies: Tallies;
  /** The device's own identifier. */
  visitor: () => string;
  /** The network address; '' where it is not known. */
  address: string;
  log: Logger;
}): VisitorLimits {
  const { tallies, address, log } = options;
  let refused: TooOften | undefined;

  const keysOf = (name: AllowanceName, { visitor, address: many }: Allowance) => [
    { key: `${name}:visitor:${options.visitor()}`, max: visitor },
    ...(namesSomebody(address) ? [{ key: `${name}:address:${network(address)}`, max: many }] : []),
  ];

  async function count(name: AllowanceName) {
    const allowance = allowances[name];
    const keys = keysOf(name, allowance);
    const add = (events: number) =>
      Promise.all(keys.map(({ key }) => tallies.add(key, events, allowance.windowMs)));
    const counted = await add(1);
    const exceeded = counted.filter(({ sum }, index) => sum > (keys[index]?.max ?? 0));
    const waitMs = Math.max(0, ...exceeded.map(({ resetMs }) => resetMs));
    return { waitMs, takeBack: async () => void (await add(-1)) };
  }

  return {
    async take(name) {
      const { waitMs, takeBack } = await count(name);
      if (waitMs === 0) return takeBack;
      refused = new TooOften(waitMs);
      log.info({ allowance: name, waitMs }, "a visitor did something too often");
      throw refused;
    },
    allows: async (name) => (await count(name)).waitMs === 0,
    get refused() {
      return refused;
    },
  };
}

/**
 * False for addresses of this machine and of private networks: they are those of a proxy that TRUST_PROXY does not
 * name, with all visitors behind it.
 */
export function namesSomebody(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (plain.includes(":")) return !/^(::1?$|f[cd]|fe[89ab])/.test(plain);
  return plain !== "" && !/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(plain);
}

type Calls = Record<string, Record<string, (...args: never[]) => Promise<unknown>>>;

/** The same calls, each allowed before it is made (`allowances.ts`). */
export function limitCalls<Api extends object>(api: Api, limits: VisitorLimits): Api {
  const limited: Calls = { ...(api as Calls) };
  for (const [call, name] of Object.entries(allowanceOf)) {
    if (name === "counted elsewhere") continue;
    const [group = "", method = ""] = call.split(".");
    const make = (api as Calls)[group]?.[method];
    if (!make) continue;
    const allowed = async (...args: never[]) => {
      await limits.take(name);
      return make(...args);
    };
    limited[group] = { ...limited[group], [method]: allowed };
  }
  return limited as Api;
}
