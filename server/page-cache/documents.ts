import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { createContext } from "../context.ts";
import type { Site } from "../domain/site.ts";
import type { Services } from "../services.ts";
import { createRawDoor, type RawDoor, type RawDoorOptions } from "./raw-door.ts";
import type { Render } from "./rendering.ts";
import { type Asking, answerShared, type SharedAnswer } from "./request-door.ts";
import { createDocumentStore } from "./store.ts";

/** Documents that are the same for everybody: made once, kept as bytes, sent to all (see `public-pages.ts`). */
export interface Documents {
  /** Undefined for what is not the same for everybody. */
  answer(request: Request, asking: Asking): Promise<SharedAnswer | undefined>;
  /** Answers with what is kept, in front of everything else. */
  answerKept: RawDoor;
}

export interface DocumentsOptions
  extends Pick<RawDoorOptions, "securityHeaders" | "trustProxy" | "onAnswer"> {
  handle: (request: Request, context: AppLoadContext) => Promise<Response>;
  services: Services;
  site: Site;
  log: Logger;
  onRendered?: ((ms: number) => void) | undefined;
}

/** Where documents are made that are nobody's own; no visitor ever sees it. */
const NOWHERE = "http://site.invalid";

export function createDocuments(options: DocumentsOptions): Documents {
  const { handle, services, site, log } = options;

  /** Without a visitor, and without anything of the request that asked first. */
  const render: Render = ({ path, ageGateClosed }, { nonce, note }) => {
    const url = new URL(path, NOWHERE);
    // an id of its own: several requests may get this answer
    const requestId = randomUUID();
    const visit = {
      cookies: {},
      accept: "",
      url,
      address: "",
      nonce,
      requestId,
      log: log.child({ requestId }),
      shared: note,
    };
    const context = createContext(services, { ...site, ageGate: ageGateClosed }, visit);
    return handle(new Request(url), context);
  };
  const store = createDocumentStore({ render, log, onRendered: options.onRendered });
  return {
    answer: (request, asking) => answerShared(store, request, asking),
    answerKept: createRawDoor({ ...options, store, ageGate: site.ageGate }),
  };
}
