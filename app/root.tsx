import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { Shell } from "./features/shell/shell.tsx";
import { usePlayerAhead } from "./features/watch/use-player-ahead.ts";
import { entryShown } from "./hooks/history-entry.ts";
import { endingIn } from "./hooks/session-ending.ts";
import { NonceContext } from "./nonce.ts";
import base from "./styles/base.css?url";
import tokens from "./styles/tokens.css?url";
import { ErrorPage } from "./ui/error-page.tsx";
import { failureIn } from "./ui/failure-in.ts";
import { SessionEnded } from "./ui/session-ended.tsx";
import { Toasts } from "./ui/toast.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  const { name, customerServiceUrl, apkUrl } = context.site;
  return { site: { name, customerServiceUrl, apkUrl }, askAge: context.ageGate.closed };
}

/** The site does not change while somebody visits it. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: tokens },
  { rel: "stylesheet", href: base },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.site.name },
  { name: "robots", content: "noindex, nofollow" },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f0d0b" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const { askAge } = useLoaderData<typeof loader>();
  usePlayerAhead();
  const { key } = useLocation();
  useEffect(() => entryShown(key), [key]);
  return (
    <>
      <Shell askAge={askAge}>
        <Outlet />
      </Shell>
      <Toasts />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const ending = endingIn(error);
  if (ending) return <SessionEnded reason={ending} />;
  return <ErrorPage {...failureIn(error)} />;
}
