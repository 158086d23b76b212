import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/** Who this visitor is, or null while that cannot be told. The first request registers the device as a guest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const profile = await context.member.profile().catch(() => null);
  return profile && { code: profile.code, nickname: profile.nickname, coins: profile.coins };
}

/** Nobody waits for this answer: without a network the page stays as it is. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<typeof loader>().catch(() => null);
