import { LRUCache } from "lru-cache";
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";

const CAPACITY = 2_000_000;

const cache = new LRUCache<string, string>({
  maxSize: CAPACITY,
  sizeCalculation: (html, key) => html.length + key.length,
});

/** Identify components in cache keys, because their names are not unique. */
const componentIds = new Map<unknown, number>();

export function cachedHtml<Props extends object>(Part: ComponentType<Props>, props: Props): string {
  const id = componentIds.get(Part) ?? componentIds.size;
  componentIds.set(Part, id);
  const key = `${id} ${JSON.stringify(props)}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const html = renderToString(createElement(Part, props));
  cache.set(key, html);
  return html;
}
