export const HOME_TAG = "0";

const MAX_NUMBER = 1_000;
const LONGEST_TAG = 40;

const positiveNumber = (text: string | null) =>
  Math.min(MAX_NUMBER, Math.max(1, Number.parseInt(text ?? "", 10) || 1));

export function parseHomeQuery(params: URLSearchParams) {
  return {
    tag: params.get("tag")?.slice(0, LONGEST_TAG) || HOME_TAG,
    page: positiveNumber(params.get("page")),
    batch: positiveNumber(params.get("batch")),
  };
}
export type HomeQuery = ReturnType<typeof parseHomeQuery>;

export function homeAddress({ tag, page = 1 }: { tag: string; page?: number }): string {
  const params = new URLSearchParams();
  if (tag !== HOME_TAG) params.set("tag", tag);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/?${params}` : "/";
}
