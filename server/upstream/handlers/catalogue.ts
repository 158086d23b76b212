import type { catalogueEndpoints } from "../../contract/catalogue.ts";
import { categoryScope, newest } from "../domain/catalogue.ts";
import { hiddenCategories, newestHidden, nextBatch } from "../domain/hidden-section.ts";
import { searchVideos } from "../domain/search.ts";
import type { Handlers } from "../http/implement.ts";
import { videoToWire } from "../http/video-wire.ts";

/** '81,82' names two; '' none. */
const codesIn = (joined: string) => joined.split(",").filter((code) => code !== "");

/** A list's heading comes as `title` too: it is a term only where nothing else says what to look for. */
function termOf(body: { searchKey: string; title: string; cartoonType: string }): string {
  const key = body.searchKey.trim();
  const isTerm = key === "" && body.cartoonType === "" && body.title !== "search";
  return isTerm ? body.title.trim() : key;
}

export const catalogueHandlers: Handlers<{ catalogue: typeof catalogueEndpoints }>["catalogue"] = {
  async hidden(_body, { db, origin }) {
    const toWire = videoToWire(origin);
    const found = await hiddenCategories(db);
    return Promise.all(
      found.map(async ({ code, name, parentCode }) => ({
        dictCode: code,
        dictName: name,
        pid: parentCode,
        relationMovies: (await newestHidden(db, code)).map(toWire),
      })),
    );
  },

  async batch({ sonTypeCode }, { db, origin }) {
    return (await nextBatch(db, sonTypeCode)).map(videoToWire(origin));
  },

  async topic({ currentPage, typeCode, sonTypeCode }, { db, origin }) {
    const scope = categoryScope(db, typeCode, codesIn(sonTypeCode));
    return (await newest(db, scope, currentPage)).map(videoToWire(origin));
  },

  async search(body, { db, origin }) {
    const found = await searchVideos(db, {
      term: termOf(body),
      type: body.cartoonType,
      subtypes: codesIn(body.cartoonSonType),
      page: body.currentPage,
    });
    return found.map(videoToWire(origin));
  },
};
