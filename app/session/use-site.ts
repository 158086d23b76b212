import { useRouteLoaderData } from "@remix-run/react";
import type { PublicSite } from "../../server/domain/site.ts";

/** What every page may know about the site itself. */
export const useSite = () => useRouteLoaderData<{ site: PublicSite }>("root")?.site;
