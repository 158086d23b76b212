import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useSite } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { Button, QuietLink } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { copyText } from "../../ui/feedback/copy-text.ts";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Page } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { Skeleton } from "../../ui/layout/skeleton.tsx";
import { breakLines, createPoster, savePoster } from "../../ui/media/poster.ts";
import { QrCode } from "../../ui/media/qr-code.tsx";
import { loadInvitation, type MemberInvitation } from "./invite.server.ts";
import styles from "./share.module.css";

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.deferPage({ invitation: loadInvitation(context) });

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.invite.title, matches);

export default function Share() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={texts.invite.title}>
      <Deferred value={page.invitation} skeleton={<InvitationSkeleton />}>
        {(shared) => <InvitationCard invitation={shared} />}
      </Deferred>
      <QuietLink to="/codelist" label={texts.invite.records} />
    </Page>
  );
}

const SITE_LOGO = "/favicon.svg";

function InvitationCard({ invitation }: { invitation: MemberInvitation }) {
  const { code, link, avatar } = invitation;
  const site = useSite()?.name ?? "";
  const canShare = useHydrated() && "share" in navigator;
  const logo = avatar || SITE_LOGO;
  const save = () =>
    saveInvitation(invitation, site, logo).catch(() =>
      showToast(texts.invite.saveFailed, { kind: "failed" }),
    );
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

const WIDTH = 1_080;
const HEIGHT = 1_420;
const HEAD = 620;
const TILE = { x: 200, y: 380, width: 680, height: 680, radius: 48 };
const QR_CODE = { x: 240, y: 420, width: 600, height: 600 };
const LINK_FONT = "400 36px";

async function saveInvitation({ code, link }: MemberInvitation, site: string, logo: string) {
  const poster = createPoster({ width: WIDTH, height: HEIGHT });
  poster.fill("--bg", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  poster.gradient("--brand-fill", "diagonal", { x: 0, y: 0, width: WIDTH, height: HEAD });
  for (const radius of [380, 180]) poster.circle("--brand-glow", 900, 90, radius);
  poster.write(site, 180, "700 88px", "--on-brand");
  poster.write(texts.invite.promise, 280, "500 40px", "--on-brand");
  poster.fill("--paper", TILE);
  await poster.qrCode(link, QR_CODE, logo);
  poster.write(`${texts.invite.code} ${code}`, 1_190, "700 56px", "--text");
  const fits = (line: string) => poster.widthOf(line, LINK_FONT) <= WIDTH - 200;
  breakLines(link, 3, fits).forEach((line, index) => {
    poster.write(line, 1_290 + index * 48, LINK_FONT, "--text-2");
  });
  await savePoster(poster, `${site}-${code}.png`);
}
