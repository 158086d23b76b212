/**
 * Draws every demo video's cover and the members' first pictures into `server/upstream/media`. Nobody needs to run
 * this to use the project: the result is committed. Run it after changing a scene or adding videos to the seed:
 *
 *     npx tsx tools/demo-media/make-covers.ts
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { avatarsFile, coversFile, scenes } from "../../server/upstream/media/covers.ts";
import { avatarLines, coverLines } from "./covers/cover-lines.ts";

await mkdir(dirname(coversFile(scenes[0])), { recursive: true });
for (const scene of scenes) await writeFile(coversFile(scene), coverLines(scene));
await writeFile(avatarsFile, avatarLines());
