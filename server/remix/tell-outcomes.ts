import type { ServerBuild } from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { tellFailures } from "./failures.ts";
import { refuseMissing } from "./missing-handlers.ts";
import { refuseUnreadableForms } from "./readable-forms.ts";
import { tellSessionEndings } from "./session-endings.ts";
import { tellTooOften } from "./too-often.ts";

/** What may become of a request besides what its route makes of it, the same under every server, the innermost last. */
export const tellOutcomes = (build: ServerBuild, log: Logger): ServerBuild =>
  tellFailures(tellSessionEndings(tellTooOften(refuseUnreadableForms(refuseMissing(build)))), log);
