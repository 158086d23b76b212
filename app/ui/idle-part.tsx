import { type ComponentType, useEffect, useState } from "react";

const waiting = new Set<() => void>();

export function whenIdle(work: () => void): () => void {
  if (waiting.size === 0) scheduleWork();
  waiting.add(work);
  return () => void waiting.delete(work);
}

function scheduleWork() {
  // Safari has no requestIdleCallback
  if (typeof requestIdleCallback === "function") requestIdleCallback(next);
  else setTimeout(next, 100);
}

function next() {
  const [work] = waiting;
  if (!work) return;
  work();
  waiting.delete(work);
  if (waiting.size > 0) scheduleWork();
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
