import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { pageAddress, pageOf } from "../../addresses.ts";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { LoadError } from "../../ui/feedback/load-error.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle, stageColour } from "../../ui/layout/page-title.ts";
import styles from "./feed.module.css";
import { feedPage, parseFeedQuery } from "./feed.server.ts";
import { Feed } from "./feed.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const query = parseFeedQuery(params, pageOf(params));
  if (!(await context.mayList(query.tag))) return redirect("/publish");
  return context.deferPage({ list: feedPage(context, query) });
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageTitle(texts.home.feed, matches),
  stageColour,
];

export default function FeedPage() {
  const { list } = useListData<typeof loader>();
  const { pathname, search } = useLocation();
  const address = pageAddress(pathname + search);
  return (
    <div className={styles.page}>
      <PageHeader title={texts.home.feed} stage />
      <main>
        <Deferred
          value={list}
          skeleton={
            <div className={styles.state}>
              <Spinner label={texts.lists.loading} />
            </div>
          }
          failed={(message) => (
            <div className={styles.state}>
              <LoadError message={message} />
            </div>
          )}
        >
          {(first) => (
            <Feed
              key={address(1)}
              first={first}
              address={address}
              empty={
                <div className={styles.state}>
                  <EmptyState message={texts.lists.empty}>
                    <ButtonLink to="/" kind="glass" size="dialog">
                      {texts.navigation.home}
                    </ButtonLink>
                  </EmptyState>
                </div>
              }
            />
          )}
        </Deferred>
      </main>
    </div>
  );
}
