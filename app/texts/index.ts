/**
 * Every fixed text of the site, in `texts/`, so that a deployment's wording is changed there. Each section is an export
 * of its own, so that browsers load only the words of the pages that they show.
 */
export * as texts from "./all.ts";
