import { memo, useCallback, useMemo, useState } from "react";
import { FAVOURITES_ADDRESS } from "../../../addresses.ts";
import { useLiked } from "../../../device/storage.ts";
import type { SavedVideo } from "../../../device/storage-schema.ts";
import grid from "../../../lists/grid.module.css";
import { InfiniteList } from "../../../lists/infinite-list.tsx";
import { GridSkeleton } from "../../../lists/list-skeletons.tsx";
import { VideoGrid } from "../../../lists/video-grid.tsx";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { useConfirmation } from "../../../ui/feedback/dialog.tsx";
import { CardBody, cardClass } from "../../../ui/video/video-card.tsx";
import {
  cursorText,
  type LibraryPage,
  type LibraryVideo,
  mergeFavourites,
  splitCodes,
} from "../library-videos.ts";
import choiceCardStyles from "./choice-card.module.css";
import choosingStyles from "./choosing.module.css";
import styles from "./favourites-list.module.css";

interface FavouritesListProps {
  first: LibraryPage;
  codes: readonly string[]; // of all favourites, loaded or not
  recorded: string; // joined codes of the favourites on the member's account
  saved: readonly SavedVideo[];
  removed: ReadonlySet<string>;
  onRemove: (codes: ReadonlySet<string>) => void;
}

const pageAfter = (page: number, last?: LibraryVideo) =>
  `${FAVOURITES_ADDRESS}?page=${page}${last ? `&after=${encodeURIComponent(cursorText(last))}` : ""}`;

export function FavouritesList({ first, codes, onRemove, ...others }: FavouritesListProps) {
  const { recorded, saved, removed } = others;
  const [isSelecting, setSelecting] = useState(false);
  const recordedCodes = useMemo(() => new Set(splitCodes(recorded)), [recorded]);
  const remove = (chosen: ReadonlySet<string>) => {
    setSelecting(false);
    onRemove(chosen);
  };
  return (
    <InfiniteList
      key={`${first.page} ${first.rows.at(-1)?.code}`}
      name="favourites"
      first={first}
      address={pageAfter}
    >
      {(rows, growing, ended) => {
        const remaining = removed.size > 0 ? rows.filter(({ code }) => !removed.has(code)) : rows;
        const videos =
          first.page > 1
            ? remaining
            : mergeFavourites(remaining, saved, { recorded: recordedCodes, ended });
        return (
          <>
            <div className={styles.bar}>
              <span>{texts.favourites.count(codes.length)}</span>
              <button type="button" onClick={() => setSelecting(!isSelecting)}>
                {isSelecting ? texts.favourites.done : texts.favourites.manage}
              </button>
            </div>
            {isSelecting ? (
              <FavouritesSelection videos={videos} codes={codes} onRemove={remove} />
            ) : (
              <VideoGrid items={videos} eager={7} growing={growing} own />
            )}
          </>
        );
      }}
    </InfiniteList>
  );
}

export const FavouritesSkeleton = () => (
  <>
    <div className={styles.bar} />
    <GridSkeleton cards={9} />
  </>
);

type FavouritesSelectionProps = Pick<FavouritesListProps, "codes" | "onRemove"> & {
  videos: LibraryVideo[];
};

const words = texts.favourites;

function FavouritesSelection({ videos, codes, onRemove }: FavouritesSelectionProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ask, dialog } = useConfirmation({
    title: words.removal.title,
    text: words.removal.text(chosen.size),
    onConfirm: () => onRemove(chosen),
  });
  const toggle = useCallback(
    (code: string) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(code)) after.add(code);
        return after;
      }),
    [],
  );
  const all = chosen.size === codes.length;
  return (
    <>
      <ul className={`${grid.grid} ${grid.lead}`}>
        {videos.map((video, index) => (
          <li key={video.code}>
            <SelectableCard
              video={video}
              wide={index === 0}
              chosen={chosen.has(video.code)}
              onToggle={toggle}
            />
          </li>
        ))}
      </ul>
      <div className={choosingStyles.bar}>
        <Button kind="soft" size="dialog" onClick={() => setChosen(new Set(all ? [] : codes))}>
          {all ? words.chooseNone : words.chooseAll}
        </Button>
        <Button size="dialog" disabled={chosen.size === 0} onClick={ask}>
          {words.remove(chosen.size)}
        </Button>
      </div>
      {dialog}
    </>
  );
}

interface SelectableCardProps {
  video: LibraryVideo;
  wide: boolean;
  chosen: boolean;
  onToggle: (code: string) => void;
}

/** Memoised, so that checking one card does not render the other 999. */
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
