import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The site map: the product's addresses live here and nowhere else. */
export default [
  layout("features/shell/tabs.route.tsx", [index("features/home/home.route.tsx")]),
  route("videoinfo", "features/watch/watch.route.tsx"),

  route("member", "resources/member.route.ts"),
  route("image/:sealed", "resources/image.route.ts"),
  route("stream/:sealed/:file", "resources/stream.route.ts"),
  route("ad/:place/:id/click", "resources/ad-click.route.ts"),
  route("*", "resources/unknown.route.ts"),
] satisfies RouteConfig;
