import { describe } from "vitest";
import { startUpstream } from "../../../server/upstream/start.ts";
import { ledgerFacts } from "../../support/upstream/ledger-facts.ts";

describe("on PGlite", () => ledgerFacts(() => startUpstream()));
