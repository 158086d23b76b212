import pLimit from "p-limit";

/** Pages whose data are loaded and rendered at once: a core renders one at a time, and each more only holds memory. */
const AT_ONCE = 16;
/** In milliseconds: a page that waits longer, for a slow upstream, lets the next one begin. */
const TURN_MS = 1_000;

/** Lets so many pages be made at the same time; others wait in the order in which they came. */
export function createPageTurns(atOnce = AT_ONCE, turnMs = TURN_MS) {
  const limit = pLimit(atOnce);
  return <Page>(make: () => Promise<Page>) =>
    new Promise<Page>((resolve) => {
      const turn = async () => {
        const page = make();
        resolve(page);
        await new Promise<unknown>((end) => {
          const timer = setTimeout(end, turnMs);
          page.catch(() => undefined).finally(() => end(clearTimeout(timer)));
        });
      };
      void limit(turn);
    });
}
