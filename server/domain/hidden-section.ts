import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Category, Contract, Video } from "../contract/index.ts";
import { HIDDEN_SECTION_CODE } from "../contract/rules.ts";
import type { Cacheability } from "../outcomes/defer-after.ts";
import { serverTexts } from "../texts.ts";
import type { Client } from "../upstream-client/client.ts";
import { orIfRefused, UpstreamRefusal } from "../upstream-client/errors.ts";

/** How long lists wait for the section's contents. */
const SECTION_TIMEOUT_MS = 1_000;

const wholeCatalogue = new Set(["", "0"]);

const codesIn = (joined: string) => joined.split(",").map((code) => code.trim());

/** A guess: shelves' codes usually begin with the section's, but only the upstream knows. */
export const mayNameHiddenSection = (...joined: string[]): boolean =>
  joined.flatMap(codesIn).some((code) => code.startsWith(HIDDEN_SECTION_CODE));

interface Section {
  categories: ReadonlySet<string>;
  videos: ReadonlySet<string>;
}

type Belongs = (joined: string, video?: string) => boolean;

const belongsTo =
  ({ categories, videos }: Section): Belongs =>
  (joined, video = "") =>
    videos.has(video) || codesIn(joined).some((code) => categories.has(code));

const withChildren = ({ code, children }: Category): string[] => [
  code,
  ...children.flatMap(withChildren),
];

/** An upstream that refuses to list the shelves has none. */
async function readSection(api: Client<Contract>): Promise<Section> {
  const [shelves, tree] = await Promise.all([
    orIfRefused(api.catalogue.hidden(), []),
    api.category.tree(),
  ]);
  const inTree = tree.filter(({ code }) => code === HIDDEN_SECTION_CODE).flatMap(withChildren);
  const ofShelves = shelves.flatMap(({ code, parentCode }) => [code, parentCode]);
  const categories = [HIDDEN_SECTION_CODE, ...inTree, ...ofShelves];
  return {
    categories: new Set(categories.filter((code) => !wholeCatalogue.has(code))),
    videos: new Set(shelves.flatMap(({ videos }) => videos.map(({ code }) => code))),
  };
}

/**
 * The returned `api` lists the section's videos only in its own lists, and only for visitors who may enter.
 * @param mayEnter called only for content of the section
 */
export function guardHiddenSection(
  api: Client<Contract>,
  mayEnter: () => Promise<boolean>,
  cacheability: Cacheability,
) {
  let loading: Promise<Belongs> | undefined;
  /** Falls back on the code prefix if the upstream fails or is late. */
  const loadBelongs = () => {
    loading ??= withTimeout(readSection(api), SECTION_TIMEOUT_MS)
      .catch(() => undefined)
      .then((section) => {
        if (section) return belongsTo(section);
        cacheability.incomplete = true;
        cacheability.uncertain = true;
        return (joined) => mayNameHiddenSection(joined);
      });
    return loading;
  };

  async function concerns(joined: readonly string[]): Promise<boolean> {
    const codes = joined.flatMap(codesIn).filter((code) => !wholeCatalogue.has(code));
    if (codes.length === 0 || codes.includes(HIDDEN_SECTION_CODE)) return codes.length > 0;
    const belongs = await loadBelongs();
    return codes.some((code) => belongs(code));
  }

  /** @param joined comma-separated codes of tags, types, sub-types or topics */
  const mayList = async (...joined: string[]) =>
    !(await concerns(joined)) || mayEnter().catch(() => false);

  const omitHidden = (videos: Video[], belongs: Belongs) =>
    videos.filter(({ categoryCode, code }) => !belongs(categoryCode, code));

  type Page = { items: Video[]; sent: number };
  async function list(joined: string[], load: () => Promise<Page>): Promise<Page> {
    if (await concerns(joined)) return (await mayList(...joined)) ? load() : { items: [], sent: 0 };
    const [page, belongs] = await Promise.all([load(), loadBelongs()]);
    return { ...page, items: omitHidden(page.items, belongs) };
  }

  const { video, catalogue, category } = api;
  const guarded: Client<Contract> = {
    ...api,
    video: {
      ...video,
      byTag: (tag, page) => list([tag], () => video.byTag(tag, page)),
      async featured(page) {
        const [videos, belongs] = await Promise.all([video.featured(page), loadBelongs()]);
        return omitHidden(videos, belongs);
      },
      async index() {
        const [{ ranking, groups }, belongs] = await Promise.all([video.index(), loadBelongs()]);
        return {
          ranking: omitHidden(ranking, belongs),
          groups: groups
            .filter(({ code }) => !belongs(code))
            .map((group) => ({ ...group, videos: omitHidden(group.videos, belongs) })),
        };
      },
      async detail(code) {
        const [found, belongs] = await Promise.all([video.detail(code), loadBelongs()]);
        if (belongs(found.video.categoryCode, code) && !(await mayEnter())) {
          throw new UpstreamRefusal("404", serverTexts.notFound);
        }
        return { ...found, recommended: omitHidden(found.recommended, belongs) };
      },
    },
    catalogue: {
      ...catalogue,
      search: (query, page) =>
        list([query.type, query.subtype], () => catalogue.search(query, page)),
      topic: (code, subtypes, page) =>
        list([code, subtypes], () => catalogue.topic(code, subtypes, page)),
    },
    category: {
      ...category,
      async tree() {
        const [tree, belongs] = await Promise.all([category.tree(), loadBelongs()]);
        return tree
          .filter(({ code }) => !belongs(code))
          .map((one) => ({
            ...one,
            children: one.children.filter(({ code }) => !belongs(code)),
          }));
      },
    },
  };
  const contains = async ({ categoryCode, code }: Pick<Video, "code" | "categoryCode">) =>
    (await loadBelongs())(categoryCode, code);
  return { api: guarded, mayList, contains };
}
