import "./styles/tokens.css";
import "./styles/base.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { deviceStorage } from "./device/storage.ts";
import { MiniPlayerOnDemand } from "./features/mini/on-demand.tsx";
import { AppLock, Shell } from "./features/shell/shell.tsx";
import { useVideoTaps } from "./features/watch/page/tap.ts";
import { FollowLinks } from "./navigation/link.tsx";
import { useSyncOverlays } from "./navigation/overlay-entries.ts";
import { useRestoreScroll } from "./navigation/scroll-place.ts";
import { VideoIntents } from "./navigation/video-intents.tsx";
import { DocumentStyles, IconSheet, ServerDocumentContext } from "./remix/server-document.tsx";
import { useSitePasswordCheck } from "./session/member.ts";
import { SessionEndedScreen, sessionEndingOf } from "./session/session-ended.tsx";
import { InlineNonce, useSite } from "./session/site.ts";
import { pageColours, showTheme } from "./styles/page-colours.ts";
import { Toasts } from "./ui/feedback/toast.tsx";
import { idlePart } from "./ui/idle-part.tsx";
import { describeError, ErrorPage } from "./ui/layout/error-page.tsx";
import { useTitle } from "./ui/layout/page-title.ts";

const CardMenu = idlePart(
  async () => (await import("./features/card-menu/card-gestures.tsx")).CardGestures,
);

/** Documents are the same for all visitors: `device/first-script.ts` applies the theme before the first paint. */
const useTheme = () =>
  useEffect(() => {
    const apply = () => showTheme(deviceStorage.read("theme"));
    // lost if React has rendered the whole document again
    apply();
    return deviceStorage.subscribe(apply);
  }, []);

export function loader({ context }: LoaderFunctionArgs) {
  const { name, customerServiceUrl, apkUrl, origin } = context.site;
  return {
    site: { name, customerServiceUrl, apkUrl, origin },
    askAge: context.choices.ageGateClosed,
    ...(context.choices.blursCovers && { blurred: true }),
  };
}

export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.site.name },
  { name: "robots", content: "noindex, nofollow" },
];

/** The first script changes them to the chosen look. */
const late = { suppressHydrationWarning: true };

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, firstScript = "" } = useContext(ServerDocumentContext) ?? {};
  useTheme();
  useEffect(() => {
    performance.mark("hydrated");
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    // the client sets the chosen theme, which the server does not know
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        {/* browsers use the first theme colour that matches, so a page's own comes first */}
        {Object.entries(pageColours).map(([scheme, colour]) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={colour}
            suppressHydrationWarning
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" {...late} />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" {...late} />
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" {...late} />
        <meta name="apple-mobile-web-app-title" content={useSite()?.name} {...late} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        <DocumentStyles />
      </head>
      <body>
        <InlineNonce.Provider value={nonce}>
          <FollowLinks>{children}</FollowLinks>
          <AppLock />
        </InlineNonce.Provider>
        <IconSheet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useRestoreScroll();
  useSyncOverlays();
  useVideoTaps();
  useTitle();
  return (
    <VideoIntents>
      <Shell>
        <Outlet />
      </Shell>
      <MiniPlayerOnDemand />
      <Toasts />
      <CardMenu />
    </VideoIntents>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // an unexpected response may have been the site's password page
  useSitePasswordCheck(!isRouteErrorResponse(error));
  const ending = sessionEndingOf(error);
  if (ending) return <SessionEndedScreen reason={ending} />;
  return <ErrorPage {...describeError(error)} />;
}
