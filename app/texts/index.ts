/**
 * All fixed texts, so that a deployment can change the wording here. One export per section: browsers load only the
 * sections they need.
 */
export * as texts from "./all.ts";
