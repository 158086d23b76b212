import { describe } from "vitest";
import { startUpstream } from "./start.ts";
import { ledgerFacts } from "./testing/ledger-facts.ts";

describe("on PGlite", () => ledgerFacts(() => startUpstream()));
