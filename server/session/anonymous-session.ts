import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Session } from "./session.ts";

class VisitorDataError extends Error {
  constructor(path: string) {
    super(`a shared document used visitor data: ${path}`);
    this.name = "VisitorDataError";
  }
}

/** Marks the document as personal even if the error is caught. @throws {VisitorDataError} */
export function refuseVisitorData(cacheability: Cacheability, path: string): never {
  cacheability.personal = true;
  throw new VisitorDataError(path);
}

const unregisteredSession = { credentials: undefined, ended: undefined } satisfies Partial<Session>;

/**
 * The session of a shared render. Reading any field throws; everything that depends on the visitor reads the session
 * first, so nothing personal can get into a shared document.
 * @param forUnregistered allows reading the fields that all unregistered visitors have in common
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
