import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";

export const videoCode = z.string().regex(/^\d{1,20}$/);

export type Detail = Awaited<ReturnType<Context["api"]["video"]["detail"]>>;

/** Null where there is no such video, which is what a refusal of the upstream means, whatever its code. */
export async function knownVideo({ api }: Context, id: string | null): Promise<Detail | null> {
  const code = videoCode.safeParse(id);
  if (!code.success) return null;
  try {
    return await api.video.detail(code.data);
  } catch (error) {
    if (error instanceof Error && error.name === "UpstreamRefusal") return null;
    throw error;
  }
}
