/**
 * Puts ads into a list, in turn: in the list as shown, position `i` is an ad when `i % every === every - 1`.
 * Without ads the list stays as it is.
 *
 * @param before how many items the pages before held, when `items` is not the list's beginning
 */
export function weaveAds<Item, Ad>(
  items: readonly Item[],
  ads: readonly Ad[],
  every: number,
  before = 0,
): (Item | Ad)[] {
  const woven: (Item | Ad)[] = [];
  let position = before + Math.max(0, Math.floor((before - 1) / (every - 1)));
  for (const item of items) {
    if (position % every === every - 1) {
      const ad = ads[Math.floor(position / every) % ads.length];
      if (ad !== undefined) woven.push(ad);
      position += 1;
    }
    woven.push(item);
    position += 1;
  }
  return woven;
}
