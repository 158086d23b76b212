import type { MetaDescriptor } from "@remix-run/react";
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

export function pictureSource(src: string, size: PictureSize): PictureSource {
  const { shown, files } = sizes[size];
  const address = (file?: number) => `${src}?w=${file}`;
  return {
    src: address(files[1]),
    srcSet: files.map((file) => `${address(file)} ${file}w`).join(", "),
    sizes: shown,
  };
}

/** For a route's `meta`: requests the first screen's largest picture before the body is parsed. */
export function preloadPicture(src: string | undefined): MetaDescriptor[] {
  if (!src) return [];
  const { srcSet, sizes } = pictureSource(src, "wide");
  const files: Record<string, string> = src.startsWith("/image/")
    ? { imageSrcSet: srcSet, imageSizes: sizes }
    : { href: src };
  // lower case, because React 18 does not know `fetchPriority`
  return [{ tagName: "link", rel: "preload", as: "image", fetchpriority: "high", ...files }];
}
