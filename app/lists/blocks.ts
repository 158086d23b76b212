/** Cuts a list into blocks of `size`, of which the first holds `more`; there is always one, be it empty. */
export function inBlocks<Item>(items: readonly Item[], size: number, more: number): Item[][] {
  const blocks = [items.slice(0, size + more)];
  for (let from = size + more; from < items.length; from += size)
    blocks.push(items.slice(from, from + size));
  return blocks;
}
