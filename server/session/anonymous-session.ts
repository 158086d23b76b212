import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

/** A shared render asked for data of a visitor. */
class AskedWhoIsVisiting extends Error {
  /** @param path the document's path */
  constructor(path: string) {
    super(`a shared document asked who is visiting: ${path}`);
    this.name = "AskedWhoIsVisiting";
  }
}

/**
 * Throws, and marks the document as personal even if the error is caught.
 *
 * @throws {AskedWhoIsVisiting}
 */
export function refuseVisitorData(cacheability: Cacheability, path: string): never {
  cacheability.personal = true;
  throw new AskedWhoIsVisiting(path);
}

/** The fields that are the same in every unregistered session (`isUnregistered`). */
const unregisteredSession = { credentials: undefined, ended: undefined } satisfies Partial<Session>;

/**
 * The session of a shared render: reading any field throws. Everything that depends on the visitor (grants, member,
 * streams, purchases, member calls) reads the session first, so nothing personal can get into a shared document.
 *
 * @param forUnregistered the document is for unregistered visitors only, so their common fields may be read
 */
export const anonymousSession = (
  cacheability: Cacheability,
  path: string,
  forUnregistered: boolean,
): Session =>
  new Proxy({} as Session, {
    get: (_session, name) =>
      forUnregistered && Object.hasOwn(unregisteredSession, name)
        ? undefined
        : refuseVisitorData(cacheability, path),
  });
