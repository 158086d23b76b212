import styles from "./placeholder.module.css";

/** Stands in for a picture that does not exist or cannot be loaded. */
export function Placeholder({ alt }: { alt?: string }) {
  return (
    <>
      <svg
        className={styles.placeholder}
        viewBox="0 0 160 90"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <circle cx="106" cy="34" r="11" />
        <path d="M0 70c22-18 40-22 58-8s30 6 44-4 34-12 58 4v28H0z" />
        <path d="M0 80c30-10 52-6 74 0s52 4 86-8v18H0z" />
      </svg>
      {alt && <span className="visually-hidden">{alt}</span>}
    </>
  );
}
