/** All fixed texts, for deployments to change the wording. One export per section: browsers load only those they need. */
export * as texts from "./all.ts";
