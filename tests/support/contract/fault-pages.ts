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

/** For each kind of response: how to request it, and what it contains if nothing fails. */
export const kinds = {
  home: { ask: get("/"), normal: cards, page: true },
  list: { ask: get(`/cateInfo?item=${topic}`), normal: cards, page: true },
  video: { ask: get("/videoinfo?id=130001"), normal: /线路演示：三条线路/, page: true },
  member: { ask: get("/mine"), normal: /ID：/, page: true },
  action: {
    ask: async (visitor: Visitor) =>
      shownBy(await sendForm(visitor, "/videoinfo.data?id=130001", { intent: "like" })),
    normal: /"ok",true/,
    page: false,
  },
  poll: { ask: get("/member"), normal: /"code":"\d+"/, page: false },
  picture: {
    ask: async (visitor: Visitor, site: Site) =>
      shownBy(
        await visitor.request(`${site.services.images.address("/covers/mist-130001.svg")}?w=180`),
      ),
    normal: undefined,
    page: false,
  },
  playlist: {
    ask: async (visitor: Visitor, _site: Site, stream: string) =>
      shownBy(await visitor.request(stream)),
    normal: /^#EXTM3U/,
    page: false,
  },
} satisfies Record<
  string,
  {
    ask: (visitor: Visitor, site: Site, stream: string) => Promise<Shown>;
    normal: RegExp | undefined;
    page: boolean;
  }
>;
export type Kind = keyof typeof kinds;

/** Whether this is the response that is sent if nothing fails. */
export const isNormal = (kind: Kind, { status, text, type }: Shown): boolean =>
  status === 200 &&
  (kinds[kind].normal ?? /^/).test(text) &&
  (kind !== "picture" || /^image/.test(type));

/** A page's visible text. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style|head).*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
