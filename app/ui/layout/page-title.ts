import type { MetaDescriptor } from "@remix-run/react";
import { useEffect } from "react";

/** `--stage` of `styles/tokens.css`, for pages that begin with the dark stage. */
export const stageColour = { name: "theme-color", content: "#0b0a09" } satisfies MetaDescriptor;

export function useStageColour() {
  useEffect(() => {
    const meta = Object.assign(document.createElement("meta"), stageColour);
    document.head.prepend(meta);
    return () => meta.remove();
  }, []);
}

export function pageTitle(title: string, matches: readonly { meta: MetaDescriptor[] }[]) {
  const inherited = matches.map(({ meta }) => meta).findLast((meta) => meta.length > 0) ?? [];
  return inherited.map((entry) =>
    "title" in entry && title ? { title: `${title} - ${String(entry.title)}` } : entry,
  );
}
