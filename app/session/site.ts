import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { PublicSite } from "../../server/domain/site.ts";

export const useSite = () => useRouteLoaderData<{ site: PublicSite }>("root")?.site;

export const AgeGatePassed = createContext(true);

export const useAgeGatePassed = () => useContext(AgeGatePassed);
