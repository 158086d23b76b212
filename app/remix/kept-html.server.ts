import { LRUCache } from "lru-cache";
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";

const CAPACITY = 2_000_000;

const kept = new LRUCache<string, string>({
  maxSize: CAPACITY,
  sizeCalculation: (html, key) => html.length + key.length,
});

/** By which a key names its component: names are not unique. */
const numbers = new Map<unknown, number>();

export function keptHtml<Props extends object>(Part: ComponentType<Props>, props: Props): string {
  const number = numbers.get(Part) ?? numbers.size;
  numbers.set(Part, number);
  const key = `${number} ${JSON.stringify(props)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const html = renderToString(createElement(Part, props));
  kept.set(key, html);
  return html;
}
