/**
 * Groups the browser's JavaScript into files. By default Rollup makes a file for every set of modules that some pages
 * share: 50 for the home page, most under a kilobyte, each a request and compressed separately (123.7 KB instead of
 * 114; 2026-11-22). So code that every page needs is in two files, with libraries separate, because they rarely change
 * between releases; code that the home page shares with others is in a third. A page's own code and dynamic imports
 * stay separate.
 *
 * @typedef {Pick<import("vite").Rollup.PluginContext, "getModuleIds" | "getModuleInfo">} Graph
 */

/** Create one per build, because it caches the module graph. */
export function browserChunks() {
  /** @type {Map<string, Set<string>> | undefined} the entries that reach each module */
  let reachedFrom;

  /** @param {string} id @param {Graph} graph */
  return (id, graph) => {
    reachedFrom ??= reaches(graph);
    const entries = [...(reachedFrom.get(id) ?? [])];
    // a few hundred bytes, needed by every page: not worth a request
    if (
      /\/app\/texts\/(shell|pages|errors)\.ts|\/server\/contract\/rules\.ts|\/lists\/list-page\.ts|\/video\/card\.ts/.test(
        id,
      )
    )
      return "every-page";
    // a few hundred bytes each, needed by every page with a form
    if (/\/(action-result|use-one-submit)\.ts/.test(id)) return "forms";
    // a few hundred bytes each, needed by every page on which something is bought
    if (/\/purchase\/(purchase|payment-status)\./.test(id)) return "purchase";
    // a few hundred bytes each, shared by the watch page and its dynamic imports
    if (/\/(seek-drag|touch-drag|use-on-demand|when-visible|background)\.tsx?/.test(id))
      return "shared-parts";
    // other texts belong to the pages that use them, although one module imports all of them
    if (/\.route\.tsx?|\/app\/texts\//.test(id)) return;
    if (entries.some((entry) => /\/app\/(root|entry\.client)\.tsx/.test(entry)))
      return /\/node_modules\/|commonjsHelpers/.test(id) ? "libraries" : "every-page";
    if (entries.length > 1 && entries.some((entry) => entry.includes("/home.route.")))
      return "lists";
    // shared by the watch page, the feed, the report form and their dynamic imports
    const isOfVideos = entries.every((entry) =>
      /\/app\/(features\/(watch|swipe|mini)|player)\//.test(entry),
    );
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
    // otherwise a route that shares a module with a dynamic import would become two files
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
