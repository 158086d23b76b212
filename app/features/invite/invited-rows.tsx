import { texts } from "../../texts/index.ts";
import panelRows from "../../ui/layout/panel-row.module.css";
import { PanelRowsSkeleton } from "../../ui/layout/skeleton.tsx";
import { Avatar } from "../../ui/media/avatar.tsx";
import type { Invited } from "./invite.server.ts";
import styles from "./invited.module.css";

/** Who came, when, and what it brought. */
export const InvitedRows = ({ rows }: { rows: Invited[] }) => (
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

export const InvitedSkeleton = () => (
  <PanelRowsSkeleton rows={5} className={`panel ${styles.rows}`} leading="round44" />
);
