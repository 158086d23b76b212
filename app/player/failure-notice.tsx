import { texts } from "../texts/index.ts";
import { Button } from "../ui/basics/button.tsx";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { Player } from "./core/player.ts";
import type { FailureCause } from "./engines/engine.ts";
import styles from "./failure-notice.module.css";

const importOffers = () => import("./controls/offers.tsx");

interface FailureNoticeProps {
  player: Player;
  cause: FailureCause | "noPreview";
}

export function FailureNotice({ player, cause }: FailureNoticeProps) {
  // the player has loaded it before, unless it failed at once
  const offers = useOnDemand(importOffers, true);
  const text = offers?.failureTexts[cause] ?? texts.player.failed;
  return (
    <div className={styles.notice}>
      <p role="alert">{text}</p>
      <div className={styles.choices}>
        <Button kind="glass" size="dialog" onClick={() => player.retry()}>
          {texts.lists.retry}
        </Button>
        {/* without a network the others cannot help */}
        {offers && navigator.onLine && <offers.FailureChoices {...{ player, cause, text }} />}
      </div>
    </div>
  );
}
