import { texts } from "../../texts.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Bone } from "../../ui/bone.tsx";
import panelRows from "../../ui/panel-row.module.css";
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
  <ul className={`panel ${styles.rows}`} aria-hidden="true">
    {[1, 2, 3, 4, 5].map((row) => (
      <li key={row} className={panelRows.row}>
        <Bone shape="round44" />
        <div className={panelRows.text}>
          <Bone />
          <Bone shape="short" />
        </div>
      </li>
    ))}
  </ul>
);
