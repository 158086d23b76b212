import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamParams } from "./stream.route.ts";

/** For receivers without cookies. 404 for a plain file, 503 while the visitor's limit is unknown. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = streamParams.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return Response.json(null, { status: 404 });
  try {
    const address = await context.streams.receiverAddress(asked.data);
    return Response.json(address ? { address } : null, { status: address ? 200 : 404 });
  } catch {
    return Response.json(null, { status: 503 });
  }
}
