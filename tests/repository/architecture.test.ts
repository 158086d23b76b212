import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/**
 * Who may import whom. The first rule whose `files` match a file decides; `types` may be imported as types only.
 * The failure says where the code belongs.
 */
interface Rule {
  files: RegExp;
  may: (RegExp | "own folder")[];
  types?: RegExp[];
  instead: string;
}

/** The only code of the server that browsers load: it has no imports. */
const productRules = /^server\/contract\/rules\.ts$/;

const shared = [
  productRules,
  /^app\/addresses\.ts$/,
  /^app\/(ui|lists|navigation|purchase|session|device|results|styles|texts)\//,
];

/** What pages of other features show. */
const embedded = /^app\/features\/(continue\/|lock\/|mini\/|search\/search-box\.tsx$)/;

const rules: Rule[] = [
  {
    files: /^app\/features\/.*\.server\.ts$/,
    may: [
      "own folder",
      productRules,
      /^app\/(texts\/|navigation\/video-intents\.tsx$|results\/action-result\.ts$)/,
      /^app\/features\/watch\/watch\.server\.ts$/,
      /^npm:zod/,
    ],
    types: [/^server\//, /^app\/(ui|lists|purchase|session|device)\//, /^npm:@remix-run/],
    instead: "take it as an argument: services reach the rest by `context`",
  },
  {
    files: /^app\/features\/swipe\//,
    may: ["own folder", /^app\/features\/watch\//, /^app\/player\//, embedded, ...shared, /^npm:/],
    types: [/^server\//],
    instead: "a slide is made of the watch page's parts, and of what every feature may use",
  },
  {
    files: /^app\/features\//,
    may: ["own folder", /^app\/player\//, embedded, ...shared, /^npm:/],
    types: [/^server\//, /^app\/resources\//, /^app\/root/],
    instead: "what two features need goes to ui, lists, navigation, session or server/domain",
  },
  {
    files: /^app\/player\//,
    may: ["own folder", ...shared, /^npm:(react|remix-utils|hls\.js|web-vitals)/],
    types: [/^server\//],
    instead: "hand it over as a prop: the player knows no page",
  },
  {
    files: /^app\/resources\//,
    may: [
      "own folder",
      productRules,
      /^app\/(addresses\.ts$|navigation\/|texts\/|styles\/page-colours\.ts$|results\/action-result\.ts$)/,
      /^app\/session\/member-lock\.ts$/,
      /^app\/features\/.*\.server\.ts$/,
      /^npm:/,
    ],
    types: [/^server\//, /^app\/features\//],
    instead: "reach it by `context`, or by a feature's service",
  },
  {
    files: /^app\/texts\//,
    // a text that quotes a rule takes its number from there, so that both change together
    may: ["own folder", productRules],
    instead: "texts are only texts: what is computed stands where it is said",
  },
  {
    files: /^app\/(ui|lists|navigation|purchase|session|device|results)\//,
    may: [
      "own folder",
      ...shared,
      /^app\/remix\/history\.ts$/,
      /^npm:(react|@remix-run\/react|remix-utils|qrcode)/,
    ],
    types: [/^server\//, /^app\/resources\//],
    instead: "hand it over as a prop",
  },
  {
    files: /^app\/offline\//,
    may: [
      "own folder",
      /^app\/device\/(create-store|incognito|storage-schema)\.ts$/,
      /^app\/(addresses|navigation\/server-reachable)\.ts$/,
      /^app\/(texts|styles)\//,
    ],
    instead: "these are programs of their own: they run without React and without the app",
  },
  {
    files: /^app\//,
    may: [/^app\//, /^npm:/, /^node:/],
    types: [/^server\//],
    instead: "reach it by `context`",
  },
  {
    files: productRules,
    may: [],
    instead: "browsers load this file: constants only",
  },
  {
    files: /^server\/contract\//,
    may: ["own folder", /^npm:(zod|entities)/, /^node:diagnostics_channel$/],
    instead: "the contract only says what the upstream promises",
  },
  {
    files: /^server\/upstream-client\//,
    may: [
      "own folder",
      /^server\/contract\/(endpoint|scalars)\.ts$/,
      /^server\/(cache-times|http\/network-address)\.ts$/,
      /^server\/shared-store\//,
      /^npm:/,
      /^node:/,
    ],
    instead: "take it as an option: the API client knows no product",
  },
  {
    files: /^server\/shared-store\//,
    may: ["own folder", /^npm:/, /^node:/],
    instead: "the store knows no product: what is kept in it is its caller's",
  },
  {
    files: /^server\/(session|media|domain|rate-limits|outcomes|concurrency|secrets)\//,
    may: [
      /^server\/(session|media|domain|rate-limits|outcomes|concurrency|secrets)\//,
      /^server\/(upstream-client|contract|shared-store)\//,
      /^server\/(cache-times|texts|settings\/env|observability\/observers)\.ts$/,
      /^server\/http\/(web-stream|network-address)\.ts$/,
      /^npm:/,
      /^node:/,
    ],
    types: [/^server\/(context|services)\.ts$/],
    instead: "hand it over from services.ts",
  },
  {
    files: /^server\/remix\//,
    may: [
      "own folder",
      /^server\/(cache-times|texts|http\/forms|upstream-client\/errors)\.ts$/,
      /^server\/rate-limits\//,
      /^npm:/,
      /^node:/,
    ],
    types: [/^server\/context\.ts$/],
    instead: "what is made of Remix's build knows requests and errors only: hand it over",
  },
  {
    files: /^server\/upstream\//,
    may: [
      /^server\/upstream\//,
      /^server\/contract\//,
      /^server\/upstream-client\/codec\.ts$/,
      /^server\/(secrets\/kept-secret|observability\/log|stop-signals)\.ts$/,
      /^npm:/,
      /^node:/,
    ],
    instead: "the reference upstream knows nothing of the site in front of it",
  },
  {
    files: /^server\//,
    may: [/^server\//, /^npm:/, /^node:/],
    instead: "the Remix build is handed to the host",
  },
];

const sources = ["app", "server"].flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.tsx?$|\/media\/clips\//.test(file)),
);

/** Of modules as they begin, and of those that are fetched when they are needed. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

function* importsOf(file: string) {
  for (const match of readFileSync(file, "utf8").matchAll(importPattern)) {
    const [, typeOnly, atOnce, later] = match;
    const specifier = atOnce ?? later ?? "";
    const path = specifier.split("?")[0] ?? "";
    const target = path.startsWith(".")
      ? relative(".", join(dirname(file), path))
      : path.startsWith("node:")
        ? path
        : `npm:${path}`;
    yield { target, typeOnly: Boolean(typeOnly), later: later !== undefined };
  }
}

function violations(file: string): string[] {
  const rule = rules.find((one) => one.files.test(file));
  if (!rule) return [`${file}: belongs to no part of the house`];
  const allowed = (target: string, typeOnly: boolean) =>
    rule.may.some((one) =>
      one === "own folder"
        ? !relative(ownFolder(file), target).startsWith("..") && !target.includes(":")
        : one.test(target),
    ) ||
    (typeOnly && (rule.types ?? []).some((one) => one.test(target)));
  return [...importsOf(file)]
    .filter(({ target, typeOnly }) => !allowed(target, typeOnly))
    .map(({ target }) => `${file} imports ${target}: ${rule.instead}`);
}

/** app/features/home/… → app/features/home */
const ownFolder = (file: string) =>
  file
    .split("/")
    .slice(0, file.startsWith("app/features/") ? 3 : 2)
    .join("/");

test("every file imports only what the import table allows", () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(violations)).toEqual([]);
});

/** Where a file is; a folder and those in it are one room. */
test("no two folders import each other", () => {
  const imported = new Set(
    sources.flatMap((file) =>
      [...importsOf(file)].map(({ target }) => `${dirname(file)} ${dirname(target)}`),
    ),
  );
  const isWithin = (a = "", b = "") => `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
  const mutual = [...imported].filter((edge) => {
    const [from, to] = edge.split(" ");
    return !isWithin(from, to) && imported.has(`${to} ${from}`);
  });
  expect(imported.size).toBeGreaterThan(200);
  expect(mutual).toEqual([]);
});

test("there is no import cycle, also of types or of dynamically imported modules", () => {
  const imports = new Map(
    sources.map((file) => [file, [...importsOf(file)].map(({ target }) => target)]),
  );
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  expect(sources.filter((file) => reach(file).has(file))).toEqual([]);
});

/** What Remix looks for in a route's module by these names. */
const routeExports =
  /^(loader|action|meta|links|handle|clientLoader|clientAction|shouldRevalidate|ErrorBoundary|headers|Layout)$/;

test("an exported name is used for one thing only", () => {
  const places = new Map<string, Set<string>>();
  for (const file of sources) {
    const definitions = readFileSync(file, "utf8").matchAll(
      /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    );
    for (const [, name = ""] of definitions) {
      if (routeExports.test(name)) continue;
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const doubled = [...places].filter(([, files]) => files.size > 1);
  expect(doubled.map(([name, files]) => [name, ...files].join(" "))).toEqual([]);
});

test("the project is at most 471 files and 42,108 lines of code, limits that may only fall, in folders of at most 20 entries", () => {
  expect(sources.length).toBeLessThanOrEqual(471);
  const lines = sources.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  expect(lines.length - sources.length).toBeLessThanOrEqual(42_108);
  const folders = ["app", "server", "tests", "tools"].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const large = folders
    .filter(
      (folder) =>
        !/^app\/texts|^server\/contract|\/media\/(clips|covers)(\/|$)|\/(migrations|node_modules)(\/|$)/.test(
          folder,
        ),
    )
    .filter((folder) => readdirSync(folder).length > 20);
  expect(large).toEqual([]);
  for (const root of ["app", "server"])
    expect(readdirSync(root).filter((name) => name.includes(".")).length).toBeLessThanOrEqual(12);
});

test("nothing patches a package, replaces a global or reads a framework's private names", () => {
  const reasons = /window\.fetch =|globalThis\.\w+ =(?!=)|__react|__remix|node_modules\/@?remix/;
  const files = [
    ...sources,
    "remix.config.js",
    ...readdirSync("server").map((one) => `server/${one}`),
  ];
  const found = [...new Set(files)]
    .filter((file) => /\.(tsx?|js)$/.test(file) && !/^(app|server)\/remix\//.test(file))
    .filter((file) => reasons.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});

test("actions read forms through the context, which answers anything that is not a form with a 400", () => {
  const found = sources.filter(
    (file) =>
      file !== "server/http/forms.ts" && /\brequest\.formData\b/.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});

test("only app/remix/history.ts reads the router's state in the browser's history", () => {
  const found = sources.filter(
    (file) =>
      !file.startsWith("app/remix/") && /\bhistory\.state\b/.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});

test("only env.ts reads the site's settings", () => {
  const readers = sources.filter(
    (file) =>
      !file.startsWith("server/upstream/") && /process\.env\.\w/.test(readFileSync(file, "utf8")),
  );
  expect(readers).toEqual([]);
});

test("storage, which a browser may block, is accessed only where errors are handled", () => {
  const guarded =
    /^app\/(device\/(incognito|storage|first-script|before-first-paint|playback)|navigation\/history-entry|session\/member-lock|offline\/page)\.tsx?$/;
  const touching = sources.filter(
    (file) =>
      file.startsWith("app/") &&
      /\b(localStorage|sessionStorage|indexedDB)[.,)]/.test(readFileSync(file, "utf8")),
  );
  expect(touching.filter((file) => !guarded.test(file))).toEqual([]);
  expect(touching.length).toBeGreaterThan(4);
});

test("files are at most two or three screenfuls long", () => {
  const long = sources.filter((file) => readFileSync(file, "utf8").split("\n").length > 250);
  expect(long).toEqual([]);
});

test("browser tests wait for facts, not for time", () => {
  /** A page from a line that is slow, and a program that has no clock to set. */
  const slow = /e2e\/look\/slow-document\.spec\.ts$|e2e\/engines\/steps\.ts$/;
  const pauses = /waitForTimeout|networkidle|(?<!test\.)setTimeout|timers\/promises/;
  const files = readdirSync("tests/e2e", { recursive: true, encoding: "utf8" })
    .map((file) => join("tests/e2e", file))
    .filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(30);
  const found = files.filter((file) => !slow.test(file) && pauses.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});
