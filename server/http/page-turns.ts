/** Pages whose data are loaded and rendered at once: a core renders one at a time, and each more only holds memory. */
const AT_ONCE = 16;
/** In milliseconds: a page that waits longer, for a slow upstream, lets the next one begin. */
const TURN_MS = 1_000;

/** Lets so many pages be made at the same time; others wait in the order in which they came. */
export function createPageTurns(atOnce = AT_ONCE, turnMs = TURN_MS) {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  const passOn = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async <Page>(make: () => Promise<Page>): Promise<Page> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    let isMine = true;
    const giveUp = () => {
      if (isMine) passOn();
      isMine = false;
    };
    const timer = setTimeout(giveUp, turnMs);
    try {
      return await make();
    } finally {
      clearTimeout(timer);
      giveUp();
    }
  };
}
