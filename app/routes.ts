import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The site map: the product's addresses live here and nowhere else. */
export default [
  layout("features/shell/tabs.route.tsx", [
    index("features/home/home.route.tsx"),
    route("category", "features/catalog/topics.route.tsx"),
    route("publish", "features/hidden/hidden.route.tsx"),
    route("collengt", "features/library/favourites.route.tsx"),
  ]),
  route("cateInfo", "features/catalog/topic.route.tsx"),
  route("taglist", "features/catalog/categories.route.tsx"),
  route("sreinfo", "features/search/results.route.tsx"),
  route("sreach", "features/search/search.route.tsx"),
  route("history", "features/library/history.route.tsx"),
  route("videoinfo", "features/watch/watch.route.tsx"),
  route("report", "features/watch/report.route.tsx"),
  route("leave", "features/shell/leave.route.tsx"),
  route("sign", "features/rewards/sign.route.tsx"),
  route("share", "features/invite/share.route.tsx"),
  route("codelist", "features/invite/invited.route.tsx"),
  route("feed", "features/support/feedback.route.tsx"),
  route("service", "features/support/chat.route.tsx"),
  route("chatlink.html", "features/support/chat-link.route.ts"),

  route("manifest.webmanifest", "resources/manifest.route.ts"),
  route("adult", "resources/adult.route.ts"),
  route("member", "resources/member.route.ts"),
  route("image/:sealed", "resources/image.route.ts"),
  route("stream/:sealed/:file", "resources/stream.route.ts"),
  route("ad/:place/:id/click", "resources/ad-click.route.ts"),
  route("*", "resources/unknown.route.ts"),
] satisfies RouteConfig;
