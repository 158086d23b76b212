import { useRouteLoaderData } from "@remix-run/react";
import { createContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { PublicSite } from "../../server/domain/site.ts";
import { createValue } from "../device/create-store.ts";
import { useValue } from "../device/storage.ts";

const useRoot = () => useRouteLoaderData<{ site: PublicSite; askAge: boolean }>("root");

export const useSite = () => useRoot()?.site;

/** The origin of links to share; '' before hydration if the operator has not configured it. */
export function useOrigin(): string {
  const hydrated = useHydrated();
  return useSite()?.origin ?? (hydrated ? window.location.origin : "");
}

export const InlineNonce = createContext<string | undefined>(undefined);

export const ageAnswer = createValue<"given" | "remembered">();

/** Not a context: when a context changes, React drops server HTML that is not hydrated yet. */
export function useAgeAnswer() {
  const answer = useValue(ageAnswer);
  return useRoot()?.askAge ? answer : "remembered";
}

export const useAgeGatePassed = () => useAgeAnswer() !== undefined;
