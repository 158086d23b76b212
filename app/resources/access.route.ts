import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod/v4";
import { VIDEO_CODE } from "../../server/contract/rules.ts";

const questions = z.object({
  video: z.string().regex(VIDEO_CODE),
  episode: z.coerce.number().int().positive(),
});

/** The seconds that the visitor may watch, null for all; 503 while unknown. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = questions.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return Response.json(null, { status: 400 });
  try {
    return Response.json({ preview: await context.access.previewOf(asked.data) });
  } catch {
    return Response.json(null, { status: 503 });
  }
}

/** Only buying changes it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData }) =>
  formData?.get("intent") === "buy";

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<{ preview: number | null } | null>().catch(() => null);
