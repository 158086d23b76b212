import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamParams } from "./stream.route.ts";

/** The stream's address for a receiver, which has no cookies. 404 for a plain file, 503 if the visitor's limit is unknown. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = streamParams.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return Response.json(null, { status: 404 });
  try {
    const address = await context.streams.receiverAddress(query.data);
    return Response.json(address ? { address } : null, { status: address ? 200 : 404 });
  } catch {
    return Response.json(null, { status: 503 });
  }
}
