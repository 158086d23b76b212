import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { PublicSite } from "../../server/domain/site.ts";

export const useSite = () => useRouteLoaderData<{ site: PublicSite }>("root")?.site;

/** For links that are handed on; '' before hydration where the operator has not named it. */
export function useOrigin(): string {
  const hydrated = useHydrated();
  return useSite()?.origin ?? (hydrated ? window.location.origin : "");
}

/** Of the document's inline scripts, on the server; undefined in the browser, which hides it from scripts. */
export const InlineNonce = createContext<string | undefined>(undefined);

export const AgeGatePassed = createContext(true);

export const useAgeGatePassed = () => useContext(AgeGatePassed);
