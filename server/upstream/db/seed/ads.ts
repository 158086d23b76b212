import { art } from "../../media/art.ts";
import { artPath } from "../../media-paths.ts";
import type { ads } from "../schema.ts";

type NewAd = typeof ads.$inferInsert;

/** Groups as the `guanggao` call names them; what the pictures of a group look like. */
const groups: { group: string; shape: "wide" | "card" | "poster"; titles: string[] }[] = [
  {
    group: "banner",
    shape: "wide",
    titles: ["海与落日 · 十二集环海纪行", "极光季 · 北纬六十八度", "云海之上", "深蓝来信"],
  },
];

