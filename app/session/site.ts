import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { PublicSite } from "../../server/domain/site.ts";

/** What every page may know about the site itself. */
export const useSite = () => useRouteLoaderData<{ site: PublicSite }>("root")?.site;

/** Told by the shell: whether nothing stands between the visitor and the page any more. */
export const AgeGatePassed = createContext(true);

/** What opens by itself waits for this. */
export const useAgeGatePassed = () => useContext(AgeGatePassed);
