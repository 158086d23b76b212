import { useState } from "react";
import { GridSkeleton } from "../../../lists/list-skeletons.tsx";
import { VideoGrid } from "../../../lists/video-grid.tsx";
import { texts } from "../../../texts/index.ts";
import type { Kept } from "../library.server.ts";
import { Choosing } from "./choosing.tsx";
import styles from "./favourites-list.module.css";

interface FavouritesListProps {
  videos: Kept[];
  onRemove: (codes: readonly string[]) => void;
}

/** All favourites, to be opened, or some of them to be removed. */
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
        <Choosing videos={videos} onRemove={remove} />
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
