import type { LoaderFunctionArgs } from "@remix-run/node";
import { FAVOURITES_ADDRESS } from "../addresses.ts";
import { pageColours } from "../styles/page-colours.ts";
import { texts } from "../texts/index.ts";

const png = (name: string, size: number, purpose = "any") => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [png(`menu-${icon}`, 96)],
});

const screenshot = (form_factor: string, sizes: string) => {
  const src = `/icons/home-${form_factor}.webp`;
  return { src, sizes, type: "image/webp", form_factor, label: texts.tabs.home };
};

export function loader({ context, params: { look = "" } }: LoaderFunctionArgs) {
  const neutral = texts.neutralLooks[look]?.label;
  if (look && !neutral) throw new Response(null, { status: 404 });
  const name = neutral ?? context.site.name;
  const manifest = {
    id: "/",
    name,
    short_name: name,
    lang: "zh-CN",
    start_url: "/",
    scope: "/",
    display: "standalone",
    orientation: "any",
    // a shortcut opens in the window that is there: a second one would play beside it
    launch_handler: { client_mode: "navigate-existing" },
    theme_color: pageColours.light,
    background_color: pageColours.light,
    icons: [
      png("icon-192", 192),
      png("icon-512", 512),
      png("maskable-512", 512, "maskable"),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ].map((icon) => (neutral ? { ...icon, src: `/as/${look}${icon.src}` } : icon)),
    ...(!neutral && {
      shortcuts: [
        shortcut(texts.continueWatching.title, "/history", "clock"),
        shortcut(texts.favourites.title, FAVOURITES_ADDRESS, "star"),
        shortcut(texts.search.title, "/sreach", "search"),
      ],
      screenshots: [screenshot("narrow", "390x844"), screenshot("wide", "1280x800")],
    }),
  };
  return Response.json(manifest, {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": context.cacheControl.file,
    },
  });
}
