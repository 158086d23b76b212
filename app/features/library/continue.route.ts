import type { LoaderFunctionArgs } from "@remix-run/node";
import { showableVideos } from "./library.server.ts";

/** For the shelf of what to continue: cards of the named videos, or of what the member watched lately. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const videos = await showableVideos(context, new URL(request.url).searchParams.getAll("video"));
  return Response.json(videos, { status: videos ? 200 : 400 });
}
