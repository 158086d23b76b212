import styles from "./profile-form.module.css";

/** The form's boxes, while what is in them is on its way. */
export const ProfileSkeleton = () => (
  <div className={styles.form} aria-hidden="true">
    <div className={styles.panel}>
      <div className={styles.picture} />
      <div className={styles.field} />
      <div className={styles.field} />
      <div className={`${styles.field} ${styles.area}`} />
    </div>
    <div className={styles.button} />
  </div>
);
