import { fileURLToPath } from "node:url";

/**
 * Leaves out of the browser's build what Remix carries for settings that this site does not use. Without this the home
 * page's scripts are 106 KB and not 99, the watch page's 121 and not 114 (`tests/repository/budget.test.ts`).
 *
 * Each passage is replaced by what it comes to here, and Rollup drops what then leads nowhere. None of it can be told
 * by an option: the code asks at run time for what `future` in remix.config.js decides at build time. The versions are
 * pinned, and a passage or a file that is no longer there fails the build.
 *
 * One passage is another: routes are fetched by `app/navigation/fetch-route.ts`.
 */

const fetchRoute = fileURLToPath(new URL("../app/navigation/fetch-route.ts", import.meta.url));

/** @type {Record<string, [passage: string, becomes: string][]>} */
const passages = {
  "@remix-run/react/dist/esm/browser.js": [
    ["window.__remixContext.future.v3_singleFetch === true", "true"],
    ["window.__remixContext.future.v3_singleFetch", "true"],
    ["window.__remixContext.isSpaMode", "false"],
  ],
  "@remix-run/react/dist/esm/components.js": [
    ["future.v3_singleFetch", "true"],
    ["isFogOfWarEnabled(future, isSpaMode)", "false"],
    ["!activeDeferreds ?", "true ?"],
    // no page names another one to be fetched ahead
    ["isPageLinkDescriptor(link) ?", "false ?"],
    // the scripts' contents are rendered by the server alone, and single fetch streams without `defer`
    ["let contextScript = staticContext ?", "let contextScript = false ?"],
    ["let routeModulesScript = !isStatic ?", "let routeModulesScript = true ?"],
    ['if (!isStatic && typeof __remixContext === "object" && __remixContext.a)', "if (false)"],
    // names for developers' tools, which keep two components that nobody imports
    ['NavLink.displayName = "NavLink";', ""],
    ['Link.displayName = "Link";', ""],
  ],
  "@remix-run/react/dist/esm/routes.js": [
    ["future.v3_singleFetch", "true"],
    ['typeof singleFetch === "function"', "true"],
    // the root has a loader and no client loader
    ['route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', "undefined"],
  ],
  "@remix-run/react/dist/esm/routeModules.js": [
    ["async function loadRouteModule(", `import { fetchRoute } from "${fetchRoute}";\n$&`],
    ["await import( /* webpackIgnore: true */route.module)", "await fetchRoute(route.module)"],
    ["window.__remixContext.isSpaMode", "false"],
  ],
  // v3_lazyRouteDiscovery is off
  "@remix-run/react/dist/esm/fog-of-war.js": [
    ["future.v3_lazyRouteDiscovery === true && !isSpaMode", "false"],
    ["!isFogOfWarEnabled(future, isSpaMode)", "true"],
  ],
  // `defer`, which single fetch took the place of, and view transitions, which no navigation asks for
  "@remix-run/router/dist/router.js": [
    ["return result.type === ResultType.deferred;", "return false;"],
    ['return deferred && typeof deferred === "object" &&', "return false &&"],
    ["pendingViewTransitionEnabled = (opts && opts.enableViewTransition) === true;", ""],
    ["let priorPaths = appliedViewTransitions.get(state.location.pathname);", "let priorPaths;"],
    ["appliedViewTransitions.has(location.pathname)", "false"],
    ["restoreAppliedTransitions(routerWindow, appliedViewTransitions);", ""],
    ["() => persistAppliedTransitions(routerWindow, appliedViewTransitions)", "() => {}"],
  ],
  // the same of view transitions
  "react-router-dom/dist/index.js": [
    ["if (!viewTransitionOpts || isViewTransitionUnavailable) {", "if (true) {"],
    ["if (vtContext.isTransitioning && !vtContext.flushSync) {", "if (false) {"],
    ["if (renderDfd && pendingState && router.window) {", "if (false) {"],
    [
      "if (renderDfd && pendingState && state.location.key === pendingState.location.key) {",
      "if (false) {",
    ],
    ["if (!vtContext.isTransitioning && interruption) {", "if (false) {"],
    ["UNSAFE_logV6DeprecationWarnings(future, router.future)", "undefined"],
  ],
};

/** The router's warnings; the build drops the console that they go to, too. */
export const silentFunctions = ["warning", "UNSAFE_warning", "warnOnce", "logDeprecation"];

const HELP =
  "Remix has changed: look up in server/lean-remix.js what the passage was for, and change it or take it out.";

/** @returns {import("vite").Plugin} */
export function leanRemix() {
  const missing = new Set(Object.keys(passages));
  let forBrowsers = false;
  return {
    name: "lean-remix",
    apply: "build",
    configResolved({ build }) {
      forBrowsers = !build.ssr;
    },
    transform(code, id) {
      const file = Object.keys(passages).find((name) => id.split("?")[0]?.endsWith(name));
      if (!forBrowsers || !file) return;
      missing.delete(file);
      return passages[file]?.reduce((result, [passage, becomes]) => {
        if (!result.includes(passage)) this.error(`${file} no longer holds: ${passage}. ${HELP}`);
        return result.replaceAll(passage, becomes);
      }, code);
    },
    buildEnd(error) {
      if (forBrowsers && !error && missing.size > 0)
        this.error(`not in the build any more: ${[...missing].join(", ")}. ${HELP}`);
    },
  };
}
