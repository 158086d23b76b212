/**
 * What knip cannot find by following imports: programs that are started by name.
 *
 * @type {import("knip").KnipConfig}
 */
export default {
  entry: [
    // named by app/routes.ts as texts
    "app/**/*.route.{ts,tsx}",
    "app/entry.{client,server}.tsx",
    // named by server/bundle/build.js
    "app/offline/{worker,page}.ts",
    "server/{main,serve}.ts",
    "tools/make-icons.ts",
    "server/upstream/main.ts",
    "server/upstream/db/{make-snapshot,drizzle.config}.ts",
    // runs in the namespaces that tests/images/run.ts makes
    "tests/images/inside.ts",
    // named in commands
    "tests/reports/vitest-reporter.ts",
    // found by their names: tests/e2e/playwright.config.ts, tests/bench/run.ts
    "tests/e2e/*/*.spec.ts",
    "tests/bench/{*,measures/*,setup/*}.ts",
  ],
  project: ["{app,server,tests,tools}/**/*.{ts,tsx,js}", "*.js"],
  // programs of the machine, not of a package
  ignoreBinaries: [
    "apt-get",
    "buildah",
    "flock",
    "pg_dump",
    "sha256sum",
    "taskset",
    "unshare",
    "ip",
    "systemd-analyze",
  ],
};
