import { type ComponentType, useEffect, useState } from "react";

const queue = new Set<() => void>();

export function whenIdle(work: () => void): () => void {
  if (queue.size === 0) scheduleWork();
  queue.add(work);
  return () => void queue.delete(work);
}

function scheduleWork() {
  // Safari has no requestIdleCallback
  if (typeof requestIdleCallback === "function") requestIdleCallback(runNext);
  else setTimeout(runNext, 100);
}

function runNext() {
  const [work] = queue;
  if (!work) return;
  work();
  queue.delete(work);
  if (queue.size > 0) scheduleWork();
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
