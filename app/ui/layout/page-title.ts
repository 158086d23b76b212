import type { MetaDescriptor } from "@remix-run/react";

interface Match {
  meta: MetaDescriptor[];
}

/** A page's own title in front of the site's name; everything else is inherited. */
export function pageTitle(title: string, matches: readonly Match[]): MetaDescriptor[] {
  const inherited = matches.map(({ meta }) => meta).findLast((own) => own.length > 0) ?? [];
  return inherited.map((entry) =>
    "title" in entry && title ? { title: `${title} - ${String(entry.title)}` } : entry,
  );
}
