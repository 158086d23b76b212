import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { QuietLink } from "../../navigation/link.tsx";
import { useSite } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { copyText } from "../../ui/feedback/copy-text.ts";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Button } from "../../ui/form/button.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { Skeleton } from "../../ui/layout/skeleton.tsx";
import { Icon } from "../../ui/media/icon.tsx";
import { QrCode } from "../../ui/media/qr-code.tsx";
import { saveInvitation } from "./invitation-poster.ts";
import { loadInvitation, type MemberInvitation } from "./invite.server.ts";
import styles from "./share.module.css";

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

const SITE_LOGO = "/favicon.svg";

function InvitationCard({ invitation: { code, link, avatar } }: { invitation: MemberInvitation }) {
  const site = useSite()?.name ?? "";
  const canShare = useHydrated() && "share" in navigator;
  const logo = avatar || SITE_LOGO;
  const save = () =>
    saveInvitation({ site, code, link, logo }).catch(() =>
      showToast(texts.invite.saveFailed, { kind: "failed" }),
    );
  // rejects when the system's share sheet is closed
  const share = () => navigator.share({ title: site, url: link }).catch(() => undefined);
  return (
    <>
      <section className={`panel ${styles.card}`}>
        <p className={styles.promise}>
          <Icon name="gift" size={18} />
          {texts.invite.promise}
        </p>
        <div className={styles.tile}>
          <QrCode text={link} name={texts.invite.qr} size={110} logo={logo} />
        </div>
        <p className={styles.code}>
          {texts.invite.code} <strong>{code}</strong>
        </p>
        <p className={styles.link}>{link}</p>
      </section>
      <div className={styles.buttons}>
        <Button kind="soft" onClick={() => copyText(link)}>
          <Icon name="copy" size={18} />
          {texts.invite.copy}
        </Button>
        <Button onClick={save}>
          <Icon name="save" size={18} />
          {texts.invite.save}
        </Button>
        {canShare && (
          <Button kind="tint" onClick={share}>
            <Icon name="share" size={18} />
            {texts.invite.share}
          </Button>
        )}
      </div>
    </>
  );
}

const InvitationSkeleton = () => (
  <div className="stack" aria-hidden="true">
    <div className={`panel ${styles.card}`}>
      <p className={styles.promise}>
        <Icon name="gift" size={18} />
        {texts.invite.promise}
      </p>
      <div className={styles.tile}>
        <Skeleton shape="code" />
      </div>
      <Skeleton shape="short" />
    </div>
    <div className={styles.buttons}>
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </div>
  </div>
);
