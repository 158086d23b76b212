/**
 * Which files the browser's JavaScript is packed into. Left alone, Rollup makes a file of every set of modules that
 * some pages share: forty of less than a kilobyte for the home page alone, each a request and each compressed by
 * itself. So what several pages need comes in four: the libraries, what is on every page, what lists are made of, and
 * the small parts of panels and forms.
 * A page's own code stays with it, and what is imported when it is needed stays where it is.
 */

const libraries =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|remix-utils|@remix-run)\//;
/** What Remix itself asks for (`server/lean-remix.js`). */
const forRemix = /\/app\/navigation\/(fetch-route|server-answers)\./;
const everyPage = /\/app\/(root|entry\.client)\.tsx/;
const home = /\/home\.route\.tsx/;
/** Too small for files of their own. */
const parts = /\/app\/ui\/\w+\/(amount|form-field|panel-row|skeleton|skeleton-shapes)\./;
const route = /\.route\.tsx?/;
const commonTexts = /\/app\/texts\/(shell|pages|errors)\.ts/;
/** One module leads to all texts, but each of their files belongs to the pages that say it. */
const texts = /\/app\/texts/;

/** @typedef {import("vite").Rollup.GetModuleInfo} GetModuleInfo */

/** Made anew for each build, because it remembers what leads where. */
export function browserChunks() {
  /** @type {Map<string, Set<string>> | undefined} the page's entries that reach each module */
  let reachedFrom;

  /** @param {string} id @param {{ getModuleIds: () => Iterable<string>, getModuleInfo: GetModuleInfo }} graph */
  return (id, graph) => {
    if ([libraries, forRemix].some((one) => one.test(id)) || id.includes("commonjsHelpers"))
      return "libraries";
    if (commonTexts.test(id) || id.includes("vite/preload-helper")) return "every-page";
    if (!id.includes("/app/") || [route, everyPage, texts].some((one) => one.test(id))) return;
    reachedFrom ??= reaches(graph);
    const from = [...(reachedFrom.get(id) ?? [])];
    if (from.some((entry) => everyPage.test(entry))) return "every-page";
    if (from.length > 1 && from.some((entry) => home.test(entry))) return "lists";
    if (parts.test(id)) return "parts";
  };
}

/** @param {{ getModuleIds: () => Iterable<string>, getModuleInfo: GetModuleInfo }} graph */
function reaches({ getModuleIds, getModuleInfo }) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const entry of getModuleIds()) {
    if (!getModuleInfo(entry)?.isEntry) continue;
    const waiting = [entry];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const from = found.get(id) ?? new Set();
      if (from.has(entry)) continue;
      found.set(id, from.add(entry));
      waiting.push(...(getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
}
