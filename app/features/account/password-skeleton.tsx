import bones from "../../ui/bone.module.css";
import styles from "./password.module.css";

/** The form's three fields and its button. */
export const PasswordSkeleton = () => (
  <div className={styles.panel} aria-hidden="true">
    {["old", "new", "confirm"].map((field) => (
      <div key={field} className={`${bones.bone} ${styles.fieldBone}`} />
    ))}
    <div className={`${bones.bone} ${styles.buttonBone}`} />
  </div>
);
