import { useRouteLoaderData } from "@remix-run/react";
import type { Site } from "../../server/context/index.ts";

/** What every page may know about the site itself. */
export const useSite = () => useRouteLoaderData<{ site: Site }>("root")?.site;
