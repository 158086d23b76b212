import { sendForm } from "../members/forms.ts";
import type { startSite, Visitor } from "../servers/site.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

export interface Shown {
  status: number;
  text: string;
  type: string;
}

const topic = encodeURIComponent(
  JSON.stringify({ path: "", sonTypeCode: "81,82", code: "34", title: "华语大制作" }),
);
const shownBy = async (answer: Response): Promise<Shown> => ({
  status: answer.status,
  text: Buffer.from(await answer.arrayBuffer()).toString("utf8"),
  type: answer.headers.get("content-type") ?? "",
});
const get = (path: string) => async (visitor: Visitor) => shownBy(await visitor.request(path));
const cards = /href="\/videoinfo\?id=\d+"/;

/** Each kind of page, how it is asked for, and what it has when all is well. */
export const kinds = {
  home: { ask: get("/"), well: cards, page: true },
  list: { ask: get(`/cateInfo?item=${topic}`), well: cards, page: true },
  video: { ask: get("/videoinfo?id=130001"), well: /线路演示：三条线路/, page: true },
  member: { ask: get("/mine"), well: /ID：/, page: true },
  action: {
    ask: async (visitor: Visitor) =>
      shownBy(await sendForm(visitor, "/videoinfo.data?id=130001", { intent: "like" })),
    well: /"ok",true/,
    page: false,
  },
  poll: { ask: get("/member"), well: /"code":"\d+"/, page: false },
  picture: {
    ask: async (visitor: Visitor, site: Site) =>
      shownBy(
        await visitor.request(`${site.services.images.address("/covers/mist-130001.svg")}?w=180`),
      ),
    well: undefined,
    page: false,
  },
  playlist: {
    ask: async (visitor: Visitor, _site: Site, stream: string) =>
      shownBy(await visitor.request(stream)),
    well: /^#EXTM3U/,
    page: false,
  },
} satisfies Record<
  string,
  {
    ask: (visitor: Visitor, site: Site, stream: string) => Promise<Shown>;
    well: RegExp | undefined;
    page: boolean;
  }
>;
export type Kind = keyof typeof kinds;

/** Whether the answer is what it is when all is well. */
export const isWell = (kind: Kind, { status, text, type }: Shown): boolean =>
  status === 200 &&
  (kinds[kind].well ?? /^/).test(text) &&
  (kind !== "picture" || /^image/.test(type));

/** The words of a page, as somebody reads them. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style|head).*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
