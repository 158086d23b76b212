import { z } from "zod";
import type { Context } from "../../../server/context.ts";
import type { Category } from "../../../server/contract/index.ts";
import type { TopicTile } from "../../../server/domain/site.ts";

const code = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(100));

const item = z.object({
  title: z.string().trim().min(1).max(40),
  code: code.refine((value) => value !== ""),
  sonTypeCode: z
    .union([code, z.array(code).transform((codes) => codes.join(","))])
    .nullish()
    .transform((value) => value ?? ""),
});
export type TopicItem = z.output<typeof item>;

export const topicTiles = (context: Context) =>
  context.site.topics.map((topic) => ({
    title: topic.title,
    picture: pictureOf(context, topic),
    address: addressOf(topic),
  }));

const addressOf = ({ path, sonTypeCode, code, title }: TopicTile) =>
  `/cateInfo?item=${encodeURIComponent(JSON.stringify({ path, sonTypeCode, code, title }))}`;

export function parseTopic(params: URLSearchParams): TopicItem | null {
  try {
    return item.parse(JSON.parse(params.get("item") ?? ""));
  } catch {
    return null;
  }
}

/** The picture is never taken from the query, which anyone can write. */
export function bannerOf(context: Context, { code, sonTypeCode }: TopicItem): string {
  const tile = context.site.topics.find(
    (topic) => topic.code === code && topic.sonTypeCode === sonTypeCode,
  );
  return tile ? pictureOf(context, tile) : "";
}

const pictureOf = ({ images }: Context, { path }: TopicTile) =>
  path.startsWith("/") ? path : images.address(path);

export const topicPage = (
  { api, lists }: Context,
  { code, sonTypeCode }: TopicItem,
  page: number,
) => lists.page(page, api.catalogue.topic(code, sonTypeCode, page), "notExactlyFull");

export async function topicRows(context: Context, params: URLSearchParams, page: number) {
  const topic = parseTopic(params);
  const mayList = topic && (await context.mayList(topic.code, topic.sonTypeCode));
  return mayList ? topicPage(context, topic, page) : null;
}

export async function categoryTree({ api }: Context) {
  const tree = await api.category.tree();
  return tree.map((category) => ({ ...named(category), children: category.children.map(named) }));
}
export type CategoryChoice = Awaited<ReturnType<typeof categoryTree>>[number];

const named = ({ code, name }: Category) => ({ code, name });
