/**
 * What Remix and its router carry for settings that this site does not use, left out of the browser's build: each
 * passage is replaced by what it comes to here, and Rollup drops what then leads nowhere. All of it is decided by
 * `future` in remix.config.js (single fetch on, lazy route discovery off) or is the server's part. The versions are
 * pinned; a passage that is no longer there fails the build.
 */

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
    // no page names another one to be fetched ahead
    ["isPageLinkDescriptor(link) ?", "false ?"],
    // the scripts' contents are rendered by the server alone
    ["let contextScript = staticContext ?", "let contextScript = false ?"],
    ["let routeModulesScript = !isStatic ?", "let routeModulesScript = true ?"],
    ["!activeDeferreds ?", "true ?"],
    ['if (!isStatic && typeof __remixContext === "object" && __remixContext.a)', "if (false)"],
    // a name for developers' tools, which keeps what nobody imports
    ['NavLink.displayName = "NavLink";', ""],
    ['Link.displayName = "Link";', ""],
  ],
  "@remix-run/react/dist/esm/routes.js": [
    ["future.v3_singleFetch", "true"],
    ['typeof singleFetch === "function"', "true"],
    // the root has a loader and no client loader
    ['route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', "undefined"],
  ],
  "@remix-run/react/dist/esm/links.js": [["future.v3_singleFetch", "true"]],
  "@remix-run/react/dist/esm/fog-of-war.js": [
    ["future.v3_lazyRouteDiscovery === true && !isSpaMode", "false"],
    ["!isFogOfWarEnabled(future, isSpaMode)", "true"],
  ],
  "@remix-run/router/dist/router.js": [
    // single fetch streams promises by itself; `defer` is of the time before
    ["return result.type === ResultType.deferred;", "return false;"],
    ['return deferred && typeof deferred === "object" &&', "return false &&"],
    // no navigation asks for a view transition
    ["pendingViewTransitionEnabled = (opts && opts.enableViewTransition) === true;", ""],
    ["let priorPaths = appliedViewTransitions.get(state.location.pathname);", "let priorPaths;"],
    ["appliedViewTransitions.has(location.pathname)", "false"],
    ["restoreAppliedTransitions(routerWindow, appliedViewTransitions);", ""],
    ["() => persistAppliedTransitions(routerWindow, appliedViewTransitions)", "() => {}"],
  ],
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

/** @returns {import("vite").Plugin} */
export function leanRemix() {
  return {
    name: "lean-remix",
    apply: "build",
    transform(code, id, { ssr } = {}) {
      if (ssr) return;
      const file = Object.keys(passages).find((name) => id.split("?")[0]?.endsWith(name));
      if (!file) return;
      return passages[file]?.reduce((result, [passage, becomes]) => {
        if (!result.includes(passage)) this.error(`${file} no longer holds: ${passage}`);
        return result.replaceAll(passage, becomes);
      }, code);
    },
  };
}
