import pLimit from "p-limit";
import { withTimeout } from "../concurrency/with-timeout.ts";

/** A core renders one page at a time; more pages in progress only hold memory. */
const CONCURRENCY = 16;
/** In milliseconds: a page that takes longer, waiting for a slow upstream, frees its slot. */
const SLOT_MS = 1_000;

export function createRenderLimiter(concurrency = CONCURRENCY, slotMs = SLOT_MS) {
  const limit = pLimit(concurrency);
  return <Page>(render: () => Promise<Page>) =>
    new Promise<Page>((resolve) => {
      const slot = async () => {
        const page = render();
        resolve(page);
        await withTimeout(page, slotMs).catch(() => undefined);
      };
      void limit(slot);
    });
}
