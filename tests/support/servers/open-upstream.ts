import type { Codec } from "../../../server/upstream-client/codec.ts";
import { startRewritingUpstream } from "./rewriting-upstream.ts";

type Row = Record<string, unknown>;

/** How many of a list's ten rows are replaced by hidden ones. */
const HIDDEN_ROWS = 5;

/**
 * A proxy in front of the reference upstream that hides nothing: every list begins with videos of the hidden section,
 * for all visitors, and the category tree contains the section.
 *
 * @param hidden those videos, in the format of lists
 */
export function startUnfilteredUpstream(upstream: { url: string; codec: Codec }, hidden: Row[]) {
  const opened = (rows: Row[]) => [...hidden.slice(0, HIDDEN_ROWS), ...rows].slice(0, 10);
  const section = { dictCode: "42", dictName: "暗网" };
  const lists: Record<string, (data: never) => unknown> = {
    listPaging: opened,
    listPagingBySearch: opened,
    selectSubjectMovies: opened,
    listIndexLike: (data: { distinctNameList: Row[] }) => ({
      distinctNameList: opened(data.distinctNameList),
    }),
    listIndex: (data: { rankList: Row[]; typeList: { cartoonInfoList: Row[] }[] }) => ({
      rankList: opened(data.rankList),
      typeList: [
        { ...section, cartoonInfoList: hidden },
        ...data.typeList.map((group) => ({
          ...group,
          cartoonInfoList: opened(group.cartoonInfoList),
        })),
      ],
    }),
    getVideoDetail: (data: { recommend: Row[] }) => ({
      ...data,
      recommend: opened(data.recommend),
    }),
    listLeftType: (data: Row[]) => [
      ...data,
      { ...section, childList: [{ dictCode: "4201", dictName: "深海专区" }] },
    ],
  };
  return startRewritingUpstream(upstream, ({ call, envelope, encrypted }) => {
    const open = lists[call];
    const data = open && encrypted ? open(envelope.data as never) : envelope.data;
    return { ...envelope, data };
  });
}
