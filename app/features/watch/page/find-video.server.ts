import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";

export const videoCode = z.string().regex(/^\d{1,20}$/);

export type VideoDetail = Awaited<ReturnType<Context["api"]["video"]["detail"]>>;

/** Null for a video that does not exist: the upstream refuses the call then, with one of several codes. */
export async function findVideo({ api }: Context, id: string | null): Promise<VideoDetail | null> {
  const code = videoCode.safeParse(id);
  if (!code.success) return null;
  try {
    return await api.video.detail(code.data);
  } catch (error) {
    if (error instanceof Error && error.name === "UpstreamRefusal") return null;
    throw error;
  }
}
