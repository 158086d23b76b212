import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod";
import { EPISODE_ID, VIDEO_CODE } from "../../server/contract/rules.ts";

const accessQuery = z.object({
  video: z.string().regex(VIDEO_CODE),
  episode: z.string().regex(EPISODE_ID),
});

/** `preview` is seconds, or null for the whole episode; `open` if everybody may watch all of it. 503 if unknown. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = accessQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return Response.json(null, { status: 400 });
  try {
    const { preview, member } = await context.access.grantFor(query.data);
    const open = preview === null && member === undefined;
    return Response.json({ preview, ...(open && { open }) });
  } catch {
    return Response.json(null, { status: 503 });
  }
}

export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export type AccessAnswer = { preview: number | null; open?: true } | null;

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<AccessAnswer>().catch(() => null);
