import { randomUUID } from "node:crypto";
import type { Client, Credentials } from "../api/client.ts";
import type { Contract, Identity } from "../contract/index.ts";

type Register = Client<Contract>["member"]["registerGuest"];

/** Registers devices as guests, one call at a time for each device. */
export interface Guests {
  register(device: string): Promise<Identity>;
}

export function createGuests(register: Register): Guests {
  const underWay = new Map<string, Promise<Identity>>();
  return {
    register(device) {
      const known = underWay.get(device);
      if (known) return known;
      const call = register(device).finally(() => underWay.delete(device));
      underWay.set(device, call);
      return call;
    },
  };
}

export const credentialsOf = ({ token, profile }: Identity): Credentials => ({
  token,
  memberCode: profile.code,
});

/** The BFF's own guest, registered only when an upstream wants a token for public calls. */
export function createHouseGuest(register: () => Register) {
  const device = randomUUID();
  let current: Credentials | undefined;
  let renewal: Promise<Credentials> | undefined;
  return {
    current: () => current,
    renew: () => {
      renewal ??= register()(device)
        .then((identity) => {
          current = credentialsOf(identity);
          return current;
        })
        .finally(() => {
          renewal = undefined;
        });
      return renewal;
    },
  };
}
