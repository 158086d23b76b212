import { useEffect, useState } from "react";
import type { WatchedVideo, WatchPageData } from "./watch.server.ts";

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
    Promise.all([page.video, asked.video])
      .then(([before, after]) => {
        if (!wanted) return;
        if (!before.ok || !before.data) show({ code, page: asked });
        else if (after.ok && after.data) renew(after.data);
      })
      // cut off on its way: what is shown stays
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [code, asked, page]);

  return shown.code === code ? { page, renewed } : { page: asked, renewed: undefined };
}
