import { useEffect, useState } from "react";
import type { WatchedVideo, WatchPageData } from "./watch.server.ts";

/** Null also for what was cut off on its way. */
const known = async ({ video }: WatchPageData): Promise<WatchedVideo | null> => {
  const outcome = await Promise.resolve(video).catch(() => undefined);
  return outcome?.ok ? outcome.data : null;
};

/**
 * A video that is shown stays in its place while its page is asked for once more, so that its player plays on; what
 * comes then is told as `renewed`. One that could not be shown makes room for what comes.
 */
export function useSteadyPage(code: string, asked: WatchPageData) {
  const [shown, show] = useState({ code, page: asked });
  const [renewed, renew] = useState<WatchedVideo>();
  if (shown.code !== code) {
    show({ code, page: asked });
    renew(undefined);
  }

  const { page } = shown;
  useEffect(() => {
    if (asked === page) return;
    let wanted = true;
    Promise.all([known(page), known(asked)]).then(([before, after]) => {
      if (!wanted) return;
      if (!before) show({ code, page: asked });
      else if (after) renew(after);
    });
    return () => {
      wanted = false;
    };
  }, [code, asked, page]);

  return shown.code === code ? { page, renewed } : { page: asked, renewed: undefined };
}
