import styles from "./icon.module.css";

export type IconName =
  | "home"
  | "topics"
  | "moon"
  | "star"
  | "user"
  | "search"
  | "sign"
  | "clock"
  | "headset"
  | "menu"
  | "horn"
  | "flame"
  | "play"
  | "pause"
  | "back10"
  | "fwd10"
  | "next"
  | "full"
  | "unfull"
  | "sound"
  | "mute"
  | "pip"
  | "cast"
  | "danmaku"
  | "danmakuoff"
  | "left"
  | "right"
  | "down"
  | "refresh"
  | "x"
  | "lock"
  | "unlock"
  | "crown"
  | "coin"
  | "list"
  | "share"
  | "heart"
  | "trash"
  | "copy"
  | "save"
  | "eye"
  | "eyeoff"
  | "check"
  | "image"
  | "gift"
  | "wallet"
  | "qr"
  | "gear"
  | "edit"
  | "route"
  | "hd"
  | "noad"
  | "film"
  | "key"
  | "chat"
  | "people"
  | "up"
  | "out"
  | "alert"
  | "inbox"
  | "more"
  | "plus"
  | "bill";

interface IconProps {
  name: IconName;
  size?: 14 | 16 | 18 | 20 | 22 | 24;
  solid?: boolean;
}

/** Decorative: its parent must have an accessible name. */
export function Icon({ name, size = 24, solid = false }: IconProps) {
  const classes = `${styles.icon} ${styles[`size${size}`] ?? ""} ${solid ? styles.solid : ""}`;
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

type DrawingName =
  | "logo"
  | `vip-${number}`
  | "ios-share"
  | "ios-add"
  | "ios-done"
  | "nothing"
  | "landscape";

export const Drawing = ({ name, className }: { name: DrawingName; className?: string }) => (
  <svg className={className} aria-hidden="true">
    <use href={`#${name}`} />
  </svg>
);

/** On a coloured circle. */
export const IconDisc = ({ className = "", ...icon }: IconProps & { className?: string }) => (
  <span className={`icon-disc ${className}`}>
    <Icon {...icon} />
  </span>
);

export const StatusIcon = ({ icon }: { icon: IconName }) => (
  <IconDisc name={icon} className={styles.status} />
);
