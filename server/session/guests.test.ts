import { describe, expect, test } from "vitest";
import { createSharedFlights } from "../concurrency/shared-flight.ts";
import type { Identity } from "../contract/index.ts";
import { memberEndpoints } from "../contract/member.ts";
import { createSealer } from "../secrets/seal.ts";
import { UpstreamFault, UpstreamRefusal } from "../upstream-client/errors.ts";
import { createGuests, createServiceAccount, credentialsOf, inviterOf } from "./guests.ts";

const identity = (token: string): Identity =>
  memberEndpoints.registerGuest.data.parse({ memberCode: "83920174", token });

function registrar() {
  const calls: string[] = [];
  const register = async (device: string) => {
    calls.push(device);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return identity(`token-${calls.length}`);
  };
  return { calls, register };
}

const flights = createSharedFlights(createSealer(["s"]));

test("concurrent requests register a device once", async () => {
  const { calls, register } = registrar();
  const guests = createGuests(flights);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => guests.register("device-1", register)),
  );
  expect(calls).toEqual(["device-1"]);
  expect(new Set(all.map((one) => one.token)).size).toBe(1);
});

test("different devices register separately, and a failure can be retried", async () => {
  const { calls, register } = registrar();
  const guests = createGuests(flights);
  const down = () => Promise.reject(new Error("down"));
  await expect(guests.register("device-1", down)).rejects.toThrow("down");
  await Promise.all(["device-1", "device-2"].map((device) => guests.register(device, register)));
  expect(calls).toEqual(["device-1", "device-2"]);
});

describe("a guest's inviter", () => {
  const counter = (waitMs = 0) => {
    const counted = { now: 0 };
    const count = async () => {
      counted.now += 1;
      const refund = async () => {
        counted.now -= 1;
      };
      return { waitMs, refund };
    };
    return { counted, count };
  };
  const binder = (answers: (Error | undefined)[]) => {
    const calls: string[] = [];
    const guests = createGuests(flights);
    const report = async () => {
      calls.push("11112222");
      await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = answers.shift();
      if (answer) throw answer;
    };
    const bind = (count: Parameters<typeof guests.bind>[1]) =>
      guests.bind("83920174", count, report);
    return { calls, bind };
  };

  test("is reported and counted once, even for concurrent or late requests", async () => {
    const { calls, bind: bindGuest } = binder([]);
    const { counted, count } = counter();
    const bind = () => bindGuest(count);
    expect(await Promise.all(Array.from({ length: 5 }, bind))).toEqual(Array(5).fill(true));
    expect(await bind()).toBe(true);
    expect([calls, counted.now]).toEqual([["11112222"], 1]);
  });

  test("is not reported again after a refusal, but is after a fault, which is not counted", async () => {
    const { calls, bind: bindGuest } = binder([
      new UpstreamFault("down"),
      new UpstreamRefusal("2003", "已经绑定过邀请人"),
    ]);
    const { counted, count } = counter();
    const bind = () => bindGuest(count);
    expect([await bind(), counted.now]).toEqual([false, 0]);
    expect([await bind(), await bind()]).toEqual([true, true]);
    expect([calls.length, counted.now]).toEqual([2, 1]);
  });

  test("is not reported above the limit", async () => {
    const { calls, bind: bindGuest } = binder([]);
    const { counted, count } = counter(1_000);
    expect(await bindGuest(count)).toBe(false);
    expect([calls, counted.now]).toEqual([[], 0]);
  });
});

test("the service account is registered once for concurrent calls, and again when it is renewed", async () => {
  const { calls, register } = registrar();
  const guest = createServiceAccount(() => register);
  expect(guest.current()).toBeUndefined();
  await Promise.all([guest.renew(), guest.renew()]);
  expect(guest.current()).toEqual(credentialsOf(identity("token-1")));
  await guest.renew();
  expect(calls).toHaveLength(2);
  expect(new Set(calls).size).toBe(1);
});

test.each([
  ["/?id=83920174", "83920174"],
  ["/?tag=101&id=Ab12", "Ab12"],
  ["/videoinfo?id=100001&share=83920174", "83920174"],
  ["/videoinfo?id=100001", undefined],
  ["/category?id=83920174", undefined],
  ["/?id=", undefined],
  ["/?id=1%202", undefined],
  ["/?id=%3Cscript%3E", undefined],
  [`/?id=${"1".repeat(40)}`, "1".repeat(40)],
  [`/?id=${"1".repeat(41)}`, undefined],
  ["/constructor?=1", undefined],
])("%s names the inviter %s", (address, inviter) => {
  expect(inviterOf(new URL(address, "http://site.test"))).toBe(inviter);
});
