import type { LoaderFunctionArgs } from "@remix-run/node";
import { showableVideos } from "./library.server.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const videos = await showableVideos(context, new URL(request.url).searchParams.getAll("video"));
  return Response.json(videos, { status: videos ? 200 : 400 });
}
