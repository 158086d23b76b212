import { useRouteLoaderData } from "@remix-run/react";
import { createContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { PublicSite } from "../../server/domain/site.ts";
import { createValue } from "./create-store.ts";
import { useValue } from "./storage.ts";

const useRoot = () => useRouteLoaderData<{ site: PublicSite; askAge: boolean }>("root");

export const useSite = () => useRoot()?.site;

/** For links that are handed on; '' before hydration where the operator has not named it. */
export function useOrigin(): string {
  const hydrated = useHydrated();
  return useSite()?.origin ?? (hydrated ? window.location.origin : "");
}

/** Of the document's inline scripts, on the server; undefined in the browser, which hides it from scripts. */
export const InlineNonce = createContext<string | undefined>(undefined);

/** What this document's visitor has said of their age; the server knows it a moment after they have said it. */
export const ageAnswer = createValue<"given" | "remembered">();

/** Not by a context: when one changes, React drops the server's markup of all parts that are not hydrated yet. */
export function useAgeAnswer() {
  const answer = useValue(ageAnswer);
  return useRoot()?.askAge ? answer : "remembered";
}

export const useAgeGatePassed = () => useAgeAnswer() !== undefined;
