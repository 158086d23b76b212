import { useContext } from "react";
import { deviceStorage } from "../../device/storage.ts";
import { ServerRender } from "../kept-item.tsx";
import { type Matches, pageTitle } from "../layout/page-title.ts";
import type { PictureSource } from "./load-picture.ts";

const sizes = {
  wide: { shown: "(min-width: 600px) 448px, calc(100vw - 32px)", files: [540, 720, 1080] },
  half: { shown: "(min-width: 600px) 218px, calc(50vw - 22px)", files: [360, 540] },
  row: { shown: "148px", files: [180, 360, 540] },
  small: { shown: "124px", files: [180, 360] },
  avatar: { shown: "88px", files: [180, 360] },
  tile: { shown: "104px", files: [180, 360] },
};
export type PictureSize = keyof typeof sizes;

const BLURRED_WIDTH = 16;
const storedBlur = () => !import.meta.env.SSR && deviceStorage.read("blurCovers");

export function pictureSource(src: string, size: PictureSize, blurs = storedBlur()): PictureSource {
  const { shown, files } = sizes[size];
  const address = (file?: number) =>
    `${src}?w=${blurs && size !== "avatar" ? BLURRED_WIDTH : file}`;
  return {
    src: address(files[1]),
    srcSet: files.map((file) => `${address(file)} ${file}w`).join(", "),
    sizes: shown,
  };
}

/** The server knows by the request's cookie whether covers are blurred. */
export const usePictureSource = import.meta.env.SSR
  ? (...[src, size]: Parameters<typeof pictureSource>) =>
      pictureSource(src, size, useContext(ServerRender).blursCovers)
  : pictureSource;

/** For a route's `meta`: the first screen's largest picture is requested before the body is parsed, unless it is blurred. */
export function titleAndPicture(title: string, src: string | undefined, matches: Matches) {
  const head = pageTitle(title, matches);
  if (!src || Object(matches[0]?.data).blurred) return head;
  const { srcSet, sizes } = pictureSource(src, "wide");
  const files: Record<string, string> = src.startsWith("/image/")
    ? { imageSrcSet: srcSet, imageSizes: sizes }
    : { href: src };
  // lower case, because React 18 does not know `fetchPriority`
  const link = { tagName: "link", rel: "preload", as: "image", fetchpriority: "high", ...files };
  return [...head, link];
}
