import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { pageOf } from "../../addresses.ts";
import { InfiniteList } from "../../lists/infinite-list.tsx";
import { BackToTop } from "../../lists/list-controls.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import panelRows from "../../ui/layout/panel-row.module.css";
import { PanelRowsSkeleton } from "../../ui/layout/skeleton.tsx";
import { Avatar } from "../../ui/media/avatar.tsx";
import { type Invited, listInvited } from "./invite.server.ts";
import styles from "./invited.module.css";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).searchParams);
  return context.deferPage({ invited: listInvited(context, page) });
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.invite.records, matches);

export default function InvitedMembers() {
  const page = useListData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.invite.records} />
      <main className="content">
        <Deferred value={page.invited} skeleton={<InvitedSkeleton />}>
          {(first) =>
            first.rows.length === 0 && first.last ? (
              <EmptyState message={texts.lists.empty}>
                <ButtonLink to="/share" kind="tint" size="dialog">
                  {texts.invite.start}
                </ButtonLink>
              </EmptyState>
            ) : (
              <InfiniteList
                key={first.page}
                name="invited"
                first={first}
                address={(number) => `/codelist?page=${number}`}
                margin={10}
              >
                {(rows) => <InvitedRows rows={rows} />}
              </InfiniteList>
            )
          }
        </Deferred>
      </main>
      <BackToTop />
    </div>
  );
}

const InvitedRows = ({ rows }: { rows: Invited[] }) => (
  <ul className={`panel ${styles.rows}`}>
    {rows.map(({ code, avatar, nickname, joinedAt }) => (
      <li key={code} className={panelRows.row}>
        <Avatar src={avatar} size={44} />
        <div className={panelRows.text}>
          <p className={styles.name}>{nickname || texts.mine.guest}</p>
          <p className={styles.time}>{joinedAt}</p>
        </div>
        <span className={styles.benefit}>{texts.invite.benefit}</span>
      </li>
    ))}
  </ul>
);

const InvitedSkeleton = () => (
  <PanelRowsSkeleton rows={5} className={`panel ${styles.rows}`} leading="round44" />
);
