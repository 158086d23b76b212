import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { QuietLink } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { InvitationCard, InvitationSkeleton } from "./invitation-card.tsx";
import { loadInvitation } from "./invite.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.deferPage({ invitation: loadInvitation(context) });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.invite.title, matches);

export default function Share() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.invite.title} />
      <main className="content">
        <Deferred value={page.invitation} skeleton={<InvitationSkeleton />}>
          {(shared) => <InvitationCard invitation={shared} />}
        </Deferred>
        <QuietLink to="/codelist" label={texts.invite.records} />
      </main>
    </div>
  );
}
