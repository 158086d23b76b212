import { texts } from "../../texts.ts";
import { Avatar } from "../../ui/avatar.tsx";
import type { Invited } from "./invite.server.ts";
import styles from "./invited.module.css";

/** Who came, when, and what it brought. */
export const InvitedRows = ({ rows }: { rows: Invited[] }) => (
  <ul className={styles.rows}>
    {rows.map(({ code, avatar, nickname, joinedAt }) => (
      <li key={code} className={styles.row}>
        <Avatar src={avatar} size={44} />
        <div className={styles.text}>
          <p className={styles.name}>{nickname}</p>
          <p className={styles.time}>{joinedAt}</p>
        </div>
        <span className={styles.benefit}>{texts.invite.benefit}</span>
      </li>
    ))}
  </ul>
);
