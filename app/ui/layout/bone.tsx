import styles from "./bone.module.css";
import shapes from "./bone-shapes.module.css";

type Shape =
  | "line"
  | "short"
  | "tile40"
  | "round36"
  | "round44"
  | "round64"
  | "round88"
  | "field"
  | "area"
  | "button"
  | "bubble"
  | "code";

/** A place that waits for its content, in its size. */
export const Bone = ({ shape = "line" }: { shape?: Shape }) => (
  <span aria-hidden="true" className={`${styles.bone} ${shapes[shape]}`} />
);
