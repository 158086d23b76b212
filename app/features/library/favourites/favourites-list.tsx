import { memo, useCallback, useState } from "react";
import grid from "../../../lists/grid.module.css";
import { GridSkeleton } from "../../../lists/list-skeletons.tsx";
import { VideoGrid } from "../../../lists/video-grid.tsx";
import { useLiked } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { ConfirmDialog } from "../../../ui/feedback/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { CardBody, cardClass } from "../../../ui/video/video-card.tsx";
import type { LibraryVideo } from "../library-videos.ts";
import choiceCardStyles from "./choice-card.module.css";
import choosingStyles from "./choosing.module.css";
import styles from "./favourites-list.module.css";

interface FavouritesListProps {
  videos: LibraryVideo[];
  onRemove: (codes: readonly string[]) => void;
}

export function FavouritesList({ videos, onRemove }: FavouritesListProps) {
  const [choosing, choose] = useState(false);
  const remove = (codes: readonly string[]) => {
    choose(false);
    onRemove(codes);
  };
  return (
    <>
      <div className={styles.bar}>
        <span>{texts.favourites.count(videos.length)}</span>
        <button type="button" onClick={() => choose(!choosing)}>
          {choosing ? texts.favourites.done : texts.favourites.manage}
        </button>
      </div>
      {choosing ? (
        <FavouritesSelection videos={videos} onRemove={remove} />
      ) : (
        <VideoGrid items={videos} eager={7} />
      )}
    </>
  );
}

export const FavouritesSkeleton = () => (
  <>
    <div className={styles.bar} />
    <GridSkeleton cards={9} />
  </>
);

interface FavouritesSelectionProps {
  videos: LibraryVideo[];
  onRemove: (codes: readonly string[]) => void;
}

const words = texts.favourites;

function FavouritesSelection({ videos, onRemove }: FavouritesSelectionProps) {
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
            <SelectableCard
              video={video}
              wide={index === 0}
              chosen={chosen.includes(video.code)}
              onToggle={toggle}
            />
          </li>
        ))}
      </ul>
      <div className={choosingStyles.bar}>
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

interface SelectableCardProps {
  video: LibraryVideo;
  wide: boolean;
  chosen: boolean;
  onToggle: (code: string) => void;
}

/** Memoised: checking one card does not render the other 999. */
const SelectableCard = memo(function SelectableCard(props: SelectableCardProps) {
  const { video, wide, chosen, onToggle } = props;
  return (
    <label className={`${cardClass(wide)} ${choiceCardStyles.choice}`}>
      <CardBody video={video} liked={useLiked(video.code)} wide={wide} />
      <input
        type="checkbox"
        aria-label={video.title || texts.untitled}
        checked={chosen}
        onChange={() => onToggle(video.code)}
      />
      <span className={choiceCardStyles.tick}>
        <Icon name="check" size={16} />
      </span>
    </label>
  );
});
