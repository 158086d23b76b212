import type { z } from "zod";
import type { Contract } from "../../contract/index.ts";
import { toAbsolute, toRelative } from "../domain/addresses.ts";
import { PAGE_SIZE } from "../domain/catalogue.ts";
import {
  type NewRecord,
  type RecordRow,
  recordsOf,
  recordTypes,
  removeRecords,
  savePosition,
  saveRecord,
} from "../domain/library.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import type { CallContext, Handlers } from "../http/implement.ts";

const MAX_FAVOURITES = 1_000;
/** `collectType` of every record. */
const VIDEO = 2;

type Body = Omit<z.output<Contract["library"]["addLike"]["body"]>, "type"> & { type: number };

const recordOf = (body: Body, { member, origin }: CallContext): NewRecord => ({
  memberId: member.id,
  type: body.type,
  code: body.collectCode,
  name: body.collectName,
  author: body.collectAuthor,
  image: toRelative(body.collectImage, origin),
  duration: String(body.collectDuration),
  hot: body.collectHot,
  sort: body.sortNum,
});

const save = (body: Body, context: CallContext) => saveRecord(context.db, recordOf(body, context));

const toWire =
  ({ origin, member }: CallContext) =>
  (row: RecordRow) => ({
    id: String(row.id),
    collectAuthor: row.author,
    collectCode: row.code,
    collectDuration: row.duration,
    collectHot: row.hot,
    collectImage: toAbsolute(row.image, origin),
    collectName: row.name,
    collectType: VIDEO,
    sortNum: row.sort,
    type: row.type,
    createTime: formatShanghaiTime(row.savedAt),
    userId: member.code,
  });

export const libraryHandlers: Handlers<Contract>["library"] = {
  async favourites(_body, context) {
    const { db, member } = context;
    const rows = await recordsOf(db, member.id, recordTypes.favourite, { limit: MAX_FAVOURITES });
    return rows.map(toWire(context));
  },

  async history({ currentPage }, context) {
    const { db, member } = context;
    const page = { offset: (currentPage - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    return (await recordsOf(db, member.id, recordTypes.history, page)).map(toWire(context));
  },

  remove: ({ ids }, { db, member }) => removeRecords(db, member.id, ids),
  addFavourite: save,
  addLike: save,
  addHistory: save,
  savePosition: (body, context) =>
    savePosition(context.db, context.member, recordOf(body, context)),
};
