/** The modules that the home page, where most visits begin, starts from. */
const starts = ["/app/entry.client.tsx", "/app/root.tsx", "/app/features/home/home.route.tsx"];

/**
 * What the home page's modules share with other pages comes in two files instead of fifty, each of which would cost a
 * slow line another round trip: `platform` changes with our dependencies, `shared` with our own code.
 *
 * @returns {import("rollup").ManualChunksOption}
 */
export function bundles() {
  /** @type {Set<string> | undefined} */
  let first;
  return (id, { getModuleIds, getModuleInfo }) => {
    if (!first) {
      first = new Set();
      const waiting = [...getModuleIds()].filter((one) =>
        starts.some((start) => asFile(one).endsWith(start)),
      );
      for (const one of waiting) {
        if (first.has(one)) continue;
        first.add(one);
        waiting.push(...(getModuleInfo(one)?.importedIds ?? []));
      }
    }
    if (!first.has(id)) return;
    if (/node_modules|^\0|\/vite\//.test(id)) return "platform";
    if (/\/app\/(ui|hooks|device|styles|texts)\b/.test(id)) return "shared";
  };
}

/** @param {string} id */
const asFile = (id) => id.split("?")[0] ?? "";
