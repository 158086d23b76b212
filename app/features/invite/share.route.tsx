import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { texts } from "../../texts.ts";
import { Later } from "../../ui/later.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { InvitationCard } from "./invitation-card.tsx";
import { invitation } from "./invite.server.ts";
import styles from "./share.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.patiently({ invitation: invitation(context) });
}

export const headers: HeadersFunction = () => ({ "cache-control": "private, no-store" });

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.invite.title, matches);

export default function Share() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.invite.title} />
      <main className={styles.main}>
        <Later value={page.invitation} skeleton={<div className={styles.waiting} />}>
          {(shared) => <InvitationCard invitation={shared} />}
        </Later>
        <Link to="/codelist" className={styles.records}>
          {texts.invite.records}
        </Link>
      </main>
    </div>
  );
}
