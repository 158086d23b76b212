import { seedRows } from "../../../server/upstream/db/seed/seed.ts";
import { AVATARS, type SceneName } from "../../../server/upstream/media/covers.ts";
import { drawAvatar, drawCover } from "./draw-cover.ts";

const covers = seedRows().flatMap(([, rows]) =>
  rows.flatMap(({ cover }) => (typeof cover === "string" ? [cover] : [])),
);

/** The text of a scene's file of covers, in the order of the videos' codes. */
export function coverLines(scene: SceneName): string {
  const numbers = covers.flatMap((path) => {
    const [, name, number] = /^\/covers\/([a-z-]+)-(\d+)\.svg$/.exec(path) ?? [];
    return name === scene ? [Number(number)] : [];
  });
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .map((number) => `${number} ${drawCover(scene, number)}\n`)
    .join("");
}

/** The text of the file of avatars. */
export const avatarLines = () =>
  Array.from({ length: AVATARS }, (_, number) => `${drawAvatar(number)}\n`).join("");
