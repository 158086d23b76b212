import { z } from "zod/v4";
import { upstreamKeys } from "./keys.ts";

/** What the upstream's process tells the process that started it, once. */
export const startMessage = z.discriminatedUnion("type", [
  upstreamKeys.extend({ type: z.literal("ready"), url: z.url() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type StartMessage = z.output<typeof startMessage>;
