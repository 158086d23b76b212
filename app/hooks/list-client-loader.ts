import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { Outcome } from "../../server/context/soon.ts";

const failed: Outcome<never> = { ok: false, message: "" };

/**
 * For pages with a list that grows: a part that cannot be had, for want of a network, is an outcome that the list
 * shows with a retry, not an error that replaces the whole page.
 */
export async function listClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const part = new URL(request.url).searchParams.get("only");
  if (!part) return serverLoader();
  return serverLoader().catch(() => ({ list: failed, [part]: failed }));
}
