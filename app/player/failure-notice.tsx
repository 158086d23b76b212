import { texts } from "../texts/index.ts";
import { Button } from "../ui/basics/button.tsx";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { Player } from "./core/player.ts";
import type { FailureCause } from "./engines/engine.ts";
import styles from "./failure-notice.module.css";

const importChoices = async () => (await import("./controls/offers.tsx")).FailureChoices;
const ignoreFailure = () => undefined;

interface FailureNoticeProps {
  player: Player;
  cause: FailureCause;
  text?: string;
}

export function FailureNotice({ player, cause, ...props }: FailureNoticeProps) {
  const { text = texts.player.failures[cause] } = props;
  // without a network the others cannot help
  const FailureChoices = useOnDemand(importChoices, navigator.onLine, ignoreFailure);
  return (
    <div className={styles.notice}>
      <p role="alert">{text}</p>
      <div className={styles.choices}>
        <Button kind="glass" size="dialog" onClick={() => player.retry()}>
          {texts.lists.retry}
        </Button>
        {FailureChoices && <FailureChoices player={player} cause={cause} text={text} />}
      </div>
    </div>
  );
}
