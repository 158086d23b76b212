import type { createCaller } from "./caller.ts";

/** A video as lists send it. */
export interface WireVideo {
  cartoonCode: string;
  cartoonName: string;
  dictCode: string;
}

export const codesOf = (found: WireVideo[]) => found.map(({ cartoonCode }) => cartoonCode);

/** Every page of a list, up to the first that is not full. */
export async function allPages(
  page: (number: number) => Promise<WireVideo[]>,
): Promise<WireVideo[]> {
  const found: WireVideo[] = [];
  for (let number = 1; ; number += 1) {
    const more = await page(number);
    found.push(...more);
    if (more.length < 10) return found;
  }
}

const everything = { cartoonSonType: "", cartoonType: "", searchKey: "", title: "" };

/** One page of a search that asks for what is in the body. */
export async function searchPage(
  call: ReturnType<typeof createCaller>,
  body: Partial<typeof everything>,
  currentPage = 1,
): Promise<WireVideo[]> {
  const wanted = { ...everything, ...body, prop: "cartoon_score", currentPage };
  return (await call<WireVideo[]>("/app-api/cartoon/listPagingBySearch", wanted)).data;
}
