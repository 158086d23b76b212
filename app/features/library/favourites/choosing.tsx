import { useCallback, useState } from "react";
import grid from "../../../lists/grid.module.css";
import { texts } from "../../../texts/index.ts";
import { ConfirmDialog } from "../../../ui/feedback/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import type { Kept } from "../library.server.ts";
import { ChoiceCard } from "./choice-card.tsx";
import styles from "./choosing.module.css";

interface ChoosingProps {
  videos: Kept[];
  onRemove: (codes: readonly string[]) => void;
}

const words = texts.favourites;

/** The cards where they stood, to be ticked; what happens to them stands in the tab bar's place. */
export function Choosing({ videos, onRemove }: ChoosingProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const toggle = useCallback(
    (code: string) =>
      setChosen((codes) =>
        codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code],
      ),
    [],
  );
  const all = chosen.length === videos.length;
  return (
    <>
      <ul className={`${grid.grid} ${grid.lead}`}>
        {videos.map((video, index) => (
          <li key={video.code}>
            <ChoiceCard
              video={video}
              wide={index === 0}
              chosen={chosen.includes(video.code)}
              onToggle={toggle}
            />
          </li>
        ))}
      </ul>
      <div className={styles.bar}>
        <Button
          kind="soft"
          size="dialog"
          onClick={() => setChosen(all ? [] : videos.map(({ code }) => code))}
        >
          {all ? words.chooseNone : words.chooseAll}
        </Button>
        <Button size="dialog" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
          {words.remove(chosen.length)}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={words.removal.title}
        text={words.removal.text(chosen.length)}
        onConfirm={() => onRemove(chosen)}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
