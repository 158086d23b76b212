import { type LinkProps, Link as RemixLink, RemixServer } from "@remix-run/react";
import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
} from "@remix-run/server-runtime";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Link } from "./link.tsx";

const links: LinkProps[] = [
  { to: "/", className: "a", "aria-current": true, viewTransition: true },
  { to: "/?tag=101", rel: "next", replace: true, preventScrollReset: true, state: { from: 1 } },
  { to: "/sreinfo?type=1&title=%E7%B2%BE%E9%80%89#top", prefetch: "none", children: "更多" },
];

/** Remix's link and ours, with the same properties. */
const Page = () =>
  links.map(({ to, prefetch: _, ...props }) => (
    <p key={String(to)}>
      <RemixLink to={to} {...props} />
      <Link to={String(to)} {...props} />
    </p>
  ));

const root = { id: "root", path: "" };
const build = {
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers, context: never) =>
        new Response(renderToString(<RemixServer context={context} url={request.url} />), {
          status,
          headers,
        }),
    },
  },
  routes: { root: { ...root, module: { default: Page } } },
  assets: { version: "", url: "", entry: { module: "", imports: [] }, routes: { root } },
  future: { v3_singleFetch: true },
  publicPath: "/",
  assetsBuildDirectory: "",
  basename: "/",
  isSpaMode: false,
} as unknown as ServerBuild;

test("on the server, our link renders the same HTML as Remix's", async () => {
  const answer = await createRequestHandler(build)(
    new Request("http://site.invalid/"),
    {} as AppLoadContext,
  );
  const html = await answer.text();
  const pairs = [...html.matchAll(/<p>(<a .*?<\/a>)(<a .*?<\/a>)<\/p>/g)];
  expect(pairs).toHaveLength(links.length);
  for (const [, ofRemix, ours] of pairs) expect(ours).toBe(ofRemix);
});
