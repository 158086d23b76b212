import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";

const BUILT = "build/client";
const texts = new Map<string, string>();

export function documentStyles({ manifest, staticHandlerContext }: EntryContext): string {
  if (import.meta.env.DEV) return "";
  const files = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id]?.css ?? [],
  );
  return [...new Set(files)].map(textOf).join("");
}

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(BUILT, file), "utf8").trim();
  texts.set(file, text);
  return text;
}
