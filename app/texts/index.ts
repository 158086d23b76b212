/** The app's fixed texts. Files behind `all.ts` export each section separately: browsers load only what they need. */
export * as texts from "./all.ts";
