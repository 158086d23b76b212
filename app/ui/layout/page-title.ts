import { type MetaDescriptor, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useDeviceStorage } from "../../device/storage.ts";

/** `--stage` of `styles/tokens.css`, for pages that begin with the dark stage. */
export const stageColour = { name: "theme-color", content: "#0b0a09" } satisfies MetaDescriptor;

export function useStageColour() {
  useEffect(() => {
    const meta = Object.assign(document.createElement("meta"), stageColour);
    document.head.prepend(meta);
    return () => meta.remove();
  }, []);
}

/**
 * For `useTitle`. The document's title itself is the site's name, because browsers list titles in their history and on the
 * lock screen.
 */
export const ownTitle = (title: string): MetaDescriptor => ({ name: "own-title", content: title });

export type Matches = readonly { data?: unknown; meta: MetaDescriptor[] }[];

export function pageTitle(title: string, matches: Matches) {
  const inherited = matches.map(({ meta }) => meta).findLast((meta) => meta.length > 0) ?? [];
  const own = inherited.flatMap((entry) =>
    title && "title" in entry ? [ownTitle(`${title} - ${String(entry.title)}`)] : [],
  );
  return [...inherited, ...own];
}

/** Shows the page's own title if the visitor has turned `discreet` off. */
export function useTitle(title?: string) {
  const discreet = useDeviceStorage("discreet");
  const look = useDeviceStorage("appLook");
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page and another look have another title
  useEffect(() => {
    const own = document.querySelector<HTMLMetaElement>("meta[name=own-title]");
    if (own && title) own.content = title;
    const site = document.querySelector<HTMLMetaElement>("meta[name$=app-title]")?.content;
    if (site) document.title = (!discreet && own?.content) || site;
  }, [discreet, look, key, title]);
}
