import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { useStageColour } from "../../ui/layout/page-title.ts";
import { Icon } from "../../ui/media/icon.tsx";
import styles from "./hidden-gate.module.css";
import night from "./hidden-gate.svg";

export function HiddenGate() {
  useStageColour();
  return (
    <section className={`full-screen ${styles.gate}`} aria-labelledby="gate">
      <img src={night} alt="" />
      <div className={styles.inside}>
        <span className={styles.lock}>
          <Icon name="lock" />
        </span>
        <h2 id="gate">{texts.hidden.gate}</h2>
        <div className={styles.links}>
          <Link to="/vip" className={styles.unlock}>
            <Icon name="crown" size={20} />
            {texts.hidden.unlock}
          </Link>
          <Link to="/" className={styles.leave}>
            {texts.hidden.leave}
          </Link>
        </div>
      </div>
    </section>
  );
}
