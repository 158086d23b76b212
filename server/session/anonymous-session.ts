import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

class AskedWhoIsVisiting extends Error {
  constructor(path: string) {
    super(`a shared document asked who is visiting: ${path}`);
    this.name = "AskedWhoIsVisiting";
  }
}

/** Marks the document as personal even if the error is caught. @throws {AskedWhoIsVisiting} */
export function refuseVisitorData(cacheability: Cacheability, path: string): never {
  cacheability.personal = true;
  throw new AskedWhoIsVisiting(path);
}

const unregisteredSession = { credentials: undefined, ended: undefined } satisfies Partial<Session>;

/**
 * Reading any field throws: whatever depends on the visitor reads the session first, so nothing
 * personal can get into a shared document.
 * @param forUnregistered the common fields of unregistered visitors may be read
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
