import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamPlace } from "./stream.route.ts";

/**
 * A sealed address of an episode for receivers that send no cookie (AirPlay, cast, download managers), as JSON:
 * `{ address }`; 404 for an episode that does not exist or is one plain file, 503 while it is not known how much the
 * visitor may see.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = streamPlace.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return Response.json(null, { status: 404 });
  try {
    const address = await context.streams.receiverAddress(asked.data);
    return Response.json(address ? { address } : null, { status: address ? 200 : 404 });
  } catch {
    return Response.json(null, { status: 503 });
  }
}
