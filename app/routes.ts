import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The site map: the product's addresses live here and nowhere else. */
export default [
  layout("features/shell/tabs.route.tsx", [
    index("features/home/home.route.tsx"),
    route("category", "features/catalog/topics.route.tsx"),
    route("publish", "features/hidden/hidden.route.tsx"),
    route("collengt", "features/library/favourites.route.tsx"),
    route("mine", "features/account/mine.route.tsx"),
  ]),
  route("cateInfo", "features/catalog/topic.route.tsx"),
  route("taglist", "features/catalog/categories.route.tsx"),
  route("sreinfo", "features/search/results.route.tsx"),
  route("sreach", "features/search/search.route.tsx"),
  route("history", "features/library/history.route.tsx"),
  route("videoinfo", "features/watch/watch.route.tsx"),
  route("login", "features/account/login.route.tsx"),
  route("setpaw", "features/account/password.route.tsx"),
  route("centersetting", "features/account/settings.route.tsx"),
  route("setinfo", "features/account/profile.route.tsx"),
  route("agent", "features/wallet/funds.route.tsx"),
  route("tx", "features/wallet/withdrawal.route.tsx"),
  route("order", "features/wallet/records.route.tsx"),
  route("vip", "features/wallet/vip.route.tsx"),
  route("pay", "features/wallet/pay.route.tsx"),

  route("member", "resources/member.route.ts"),
  route("upload", "resources/upload.route.ts"),
  route("image/:sealed", "resources/image.route.ts"),
  route("stream/:sealed/:file", "resources/stream.route.ts"),
  route("access", "resources/access.route.ts"),
  route("playback", "resources/playback.route.ts"),
  route("cashier/*", "resources/cashier.route.ts"),
  route("ad/:place/:id/click", "resources/ad-click.route.ts"),
  route("*", "resources/unknown.route.ts"),
] satisfies RouteConfig;
