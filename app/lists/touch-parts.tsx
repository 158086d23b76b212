import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "./use-deferred-render.ts";

/** A part that adds to a page what it can do without: its code is fetched once the browser is idle. */
export const idlePart = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  function IdlePart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    useEffect(() => {
      const show = (part: ComponentType<Props>) => setPart(() => part);
      return whenIdle(() => void fetchPart().then(show, () => undefined));
    }, []);
    return Part ? <Part {...props} /> : null;
  };

export const PullToRefresh = idlePart(
  async () => (await import("./pull-to-refresh.tsx")).PullIndicator,
);
