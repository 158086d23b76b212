import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageColours } from "../styles/page-colours.ts";

const png = (name: string, size: number, purpose = "any") => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

export function loader({ context }: LoaderFunctionArgs) {
  const { name } = context.site;
  const manifest = {
    id: "/",
    name,
    short_name: name,
    lang: "zh-CN",
    start_url: "/",
    scope: "/",
    display: "standalone",
    orientation: "any",
    theme_color: pageColours.light,
    background_color: pageColours.light,
    icons: [
      png("icon-192", 192),
      png("icon-512", 512),
      png("maskable-512", 512, "maskable"),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  };
  return Response.json(manifest, {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": context.cacheControl.file,
    },
  });
}
