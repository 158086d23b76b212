import { orElse } from "../session/session-ending.ts";

/** The same as an attempt that failed on the server; each time another object, by which pages tell answers apart. */
const failed = () => ({ ok: false as const, message: "" });

/**
 * For client actions: without a network nothing was done, which is an answer and no reason for an error page.
 */
export const orOffline = <Data>(work: Promise<Data>) => work.catch(orElse(failed()));

/** For client loaders: parts of a page that cannot be had for want of a network say so in their places. */
export const partsOrOffline = <Data, Part extends string>(work: Promise<Data>, ...parts: Part[]) =>
  work.catch(
    orElse(
      Object.fromEntries(parts.map((part) => [part, failed()])) as Record<
        Part,
        ReturnType<typeof failed>
      >,
    ),
  );
