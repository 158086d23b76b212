/**
 * Which files the browser's JavaScript is packed into. Left alone, Rollup makes a file of every set of modules that
 * some pages share: 50 for the home page, most of less than a kilobyte, each a request and each compressed by itself
 * (123.7 KB and not 114; 2026-11-22). So what every page needs comes in two files, libraries apart, because releases
 * seldom change them, and what the home page shares with others in a third. A page's own code stays with it, and what is
 * imported when it is needed stays where it is.
 *
 * @typedef {Pick<import("vite").Rollup.PluginContext, "getModuleIds" | "getModuleInfo">} Graph
 */

/** Made anew for each build, because it remembers what leads where. */
export function browserChunks() {
  /** @type {Map<string, Set<string>> | undefined} the entries that reach each module */
  let reachedFrom;

  /** @param {string} id @param {Graph} graph */
  return (id, graph) => {
    reachedFrom ??= reaches(graph);
    const entries = [...(reachedFrom.get(id) ?? [])];
    // a few hundred bytes that every page needs: not worth a request
    if (/\/app\/texts\/(shell|pages|errors)\.ts|\/server\/contract\/rules\.ts/.test(id))
      return "every-page";
    // a few hundred bytes each, of every page with a form
    if (/\/app\/ui\/form\/(action-result|use-one-submit)\.ts/.test(id)) return "forms";
    // a few hundred bytes each that the watch page shares with what comes later
    if (/\/(seek-drag|touch-drag|use-on-demand|when-visible)\.tsx?/.test(id)) return "shared-parts";
    // other files of texts belong to the pages that say them, though one module leads to all of them
    if (/\.route\.tsx?|\/app\/texts\//.test(id)) return;
    if (entries.some((entry) => /\/app\/(root|entry\.client)\.tsx/.test(entry)))
      return /\/node_modules\/|commonjsHelpers/.test(id) ? "libraries" : "every-page";
    if (entries.length > 1 && entries.some((entry) => entry.includes("/home.route.")))
      return "lists";
    // what the watch page shares with the feed, the report form and what these fetch later
    const isOfVideos = entries.every((entry) => entry.includes("/features/watch/"));
    const isShared = entries.filter((entry) => /\.route\.tsx?/.test(entry)).length > 1;
    if (isOfVideos && isShared) return "player";
  };
}

/** @param {Graph} graph */
function reaches({ getModuleIds, getModuleInfo }) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const entry of getModuleIds()) {
    const info = getModuleInfo(entry);
    // a route that shares a module with a part fetched later would otherwise become two files
    if (!info?.isEntry && !info?.dynamicImporters.length) continue;
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
