import type { Session } from "./session.ts";

/** What is learned of a document while its data is put together. */
export interface Cacheability {
  /** A part of it came late, or not at all: what is sent now is not what the next visitor should get. */
  incomplete: boolean;
  /** A part is still on its way when the others are rendered. */
  streamed: boolean;
  /** Something asked who is visiting, so that the document is this visitor's own. */
  personal: boolean;
  /** That may have been needless: what belongs to the hidden section was not known. */
  uncertain: boolean;
}

export const createCacheability = (): Cacheability => ({
  incomplete: false,
  streamed: false,
  personal: false,
  uncertain: false,
});

/** Thrown where a document that is made once for everybody asks for something that is one visitor's. */
class AskedWhoIsVisiting extends Error {
  /** @param path the document */
  constructor(path: string) {
    super(`a shared document asked who is visiting: ${path}`);
    this.name = "AskedWhoIsVisiting";
  }
}

/**
 * Says that there is no visitor. Whoever catches the error still leaves the document marked as personal.
 *
 * @throws {AskedWhoIsVisiting}
 */
export function refuseVisitorData(cacheability: Cacheability, path: string): never {
  cacheability.personal = true;
  throw new AskedWhoIsVisiting(path);
}

/** What is the same of all who are nobody yet (`isNobodyYet`). */
const nobodys = { credentials: undefined, ended: undefined } satisfies Partial<Session>;

/**
 * Stands in for the session of a document that is made for everybody. What a visitor may see, the member, streams,
 * purchases and member calls all begin with the session, so that none of them gets past it.
 *
 * @param asNobody the document is only for visitors who are nobody yet, and may know that of them
 */
export const anonymousSession = (
  cacheability: Cacheability,
  path: string,
  asNobody: boolean,
): Session =>
  new Proxy({} as Session, {
    get: (_session, name) =>
      asNobody && Object.hasOwn(nobodys, name) ? undefined : refuseVisitorData(cacheability, path),
  });
