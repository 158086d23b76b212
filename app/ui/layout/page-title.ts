import type { MetaDescriptor } from "@remix-run/react";

/** For pages that begin with the stage, which is dark in both schemes: `--stage` of `styles/tokens.css`. */
export const stageColour: MetaDescriptor = { name: "theme-color", content: "#0b0a09" };

interface Match {
  meta: MetaDescriptor[];
}

export function pageTitle(title: string, matches: readonly Match[]): MetaDescriptor[] {
  const inherited = matches.map(({ meta }) => meta).findLast((meta) => meta.length > 0) ?? [];
  return inherited.map((entry) =>
    "title" in entry && title ? { title: `${title} - ${String(entry.title)}` } : entry,
  );
}
