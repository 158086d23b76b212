import type { MetaDescriptor } from "@remix-run/react";

interface Match {
  meta: MetaDescriptor[];
}

export function pageTitle(title: string, matches: readonly Match[]): MetaDescriptor[] {
  const inherited = matches.map(({ meta }) => meta).findLast((meta) => meta.length > 0) ?? [];
  return inherited.map((entry) =>
    "title" in entry && title ? { title: `${title} - ${String(entry.title)}` } : entry,
  );
}
