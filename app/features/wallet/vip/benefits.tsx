import { texts } from "../../../texts/index.ts";
import panelRows from "../../../ui/layout/panel-row.module.css";
import { Icon, type IconName } from "../../../ui/media/icon.tsx";
import styles from "./benefits.module.css";

const { benefits, questions } = texts.vip;

const icons: [IconName, string][] = [
  ["coin", benefits.coins],
  ["crown", benefits.vip],
  ["moon", benefits.hidden],
  ["user", benefits.profile],
  ["hd", benefits.quality],
  ["route", benefits.route],
  ["noad", benefits.ads],
  ["headset", benefits.service],
];

export const Benefits = () => (
  <ul className={`panel ${styles.benefits}`}>
    {icons.map(([icon, benefit]) => (
      <li key={icon}>
        <span className={`icon-disc ${styles.disc}`}>
          <Icon name={icon} size={20} />
        </span>
        {benefit}
      </li>
    ))}
  </ul>
);

const questionIcons: [IconName, string][] = [
  ["alert", questions.failed],
  ["clock", questions.arrival],
  ["noad", questions.warning],
];

export const Questions = () => (
  <ul className={`panel ${styles.questions}`}>
    {questionIcons.map(([icon, question]) => (
      <li key={icon} className={panelRows.row}>
        <Icon name={icon} size={16} />
        {question}
      </li>
    ))}
  </ul>
);
