import { type ComponentType, useEffect, useState } from "react";

/** A slow device on which something plays or moves may never be idle. */
const LONGEST_WAIT = { timeout: 2_000 };

const queue = new Set<() => void>();

export function whenIdle(work: () => void): () => void {
  if (queue.size === 0) scheduleWork();
  queue.add(work);
  return () => void queue.delete(work);
}

function scheduleWork() {
  // Safari has no requestIdleCallback
  if (typeof requestIdleCallback === "function") requestIdleCallback(runNext, LONGEST_WAIT);
  else setTimeout(runNext, 100);
}

function runNext() {
  const [work] = queue;
  if (!work) return;
  queue.delete(work);
  if (queue.size > 0) scheduleWork();
  work();
}

export const idlePart = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  function IdlePart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    useEffect(() => {
      const show = (part: ComponentType<Props>) => setPart(() => part);
      return whenIdle(() => void fetchPart().then(show, () => undefined));
    }, []);
    return Part ? <Part {...props} /> : null;
  };
