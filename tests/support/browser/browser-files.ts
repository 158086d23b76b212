import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { z } from "zod";

const folder = "build/client";

const manifest = z.object({
  entry: z.object({ module: z.string() }),
  routes: z.record(
    z.string(),
    z.object({
      module: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      css: z.array(z.string()).default([]),
    }),
  ),
});

/** The scripts and styles of a page's first load. */
export interface PageScripts {
  route: string;
  /** Addresses of scripts, the largest first. */
  files: string[];
  /** Addresses of the styles of its routes. */
  styles: string[];
  /** The sum of all scripts, each compressed with gzip as it is sent. */
  bytes: number;
}

/** Reads the build's manifest. */
export function browserFiles() {
  const name = readdirSync(`${folder}/assets`).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const { entry, routes } = manifest.parse(JSON.parse(objectIn(read(`/assets/${name}`))));
  const pages = Object.keys(routes).filter((id) => id.startsWith("features/"));
  return {
    pages: pages.map((route) => scriptsOf(route, [`/assets/${name}`, entry.module])),
    read,
    gzipped,
  };

  function scriptsOf(route: string, always: string[]): PageScripts {
    const found = new Set<string>();
    const add = (file: string) => {
      if (found.has(file)) return;
      found.add(file);
      for (const imported of staticImports(read(file))) add(imported);
    };
    const styles = new Set<string>();
    for (const file of always) add(file);
    for (let id: string | undefined = route; id; id = routes[id]?.parentId) {
      add(routes[id]?.module ?? "");
      for (const file of routes[id]?.css ?? []) styles.add(file);
    }
    const files = [...found].sort((a, b) => gzipped(b) - gzipped(a));
    const bytes = files.reduce((sum, file) => sum + gzipped(file), 0);
    return { route, files, styles: [...styles], bytes };
  }
}

const read = (address: string) => readFileSync(folder + address, "utf8");

const sizes = new Map<string, number>();
function gzipped(address: string): number {
  const size = sizes.get(address) ?? gzipSync(read(address), { level: 9 }).length;
  sizes.set(address, size);
  return size;
}

const objectIn = (script: string) => script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1);

/** As minifiers write static imports; the parenthesis of `import("./x.js")` does not match. */
const staticImport = /\b(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;

const staticImports = (script: string) =>
  [...script.matchAll(staticImport)].map(([, file]) => `/assets/${file}`);
