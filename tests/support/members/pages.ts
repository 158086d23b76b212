import type { startSite } from "../servers/site.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

/** A page whose data the site has cached, so that it is complete without scripts. */
export async function wholePage(site: Site, path: string): Promise<string> {
  await site.visit().read(path);
  return (await site.visit().read(path)).replaceAll("&amp;", "&");
}

/** The codes of the videos that a page links to, in order. */
export const videoCodes = (html: string): string[] =>
  [...html.matchAll(/href="\/videoinfo\?id=(\d+)"/g)].map(([, code = ""]) => code);
