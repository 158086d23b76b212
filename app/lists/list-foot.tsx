import type { ReactNode, RefObject } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { texts } from "../texts/index.ts";
import { Spinner } from "../ui/feedback/spinner.tsx";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import styles from "./list-foot.module.css";

interface ListFootProps {
  ended: boolean;
  loading: boolean;
  /** Why the next page did not come; undefined when nothing failed. */
  failure?: string;
  onRetry: () => void;
  /** The next page for those without scripts, for whom nothing grows. */
  nextAddress: string;
  /** Marks the list's end, for whoever watches it come near. */
  end?: RefObject<HTMLDivElement>;
}

/** Under a list: more is coming, there is no more, or it failed. */
export function ListFoot({ end, ...state }: ListFootProps) {
  const grows = useHydrated();
  return (
    <div className={styles.news} aria-live="polite">
      {/* below more rows it is another foot: one that jumped there would count as a shift of the page */}
      <div key={`${state.nextAddress} ${state.loading}`} className={styles.foot}>
        {grows || state.ended ? news(state) : <Next address={state.nextAddress} />}
        <div className={styles.mark} ref={end} />
      </div>
    </div>
  );
}

function news({ ended, loading, failure, onRetry }: ListFootProps): ReactNode {
  if (ended) return <span className={styles.end}>{texts.lists.end}</span>;
  if (loading) {
    return (
      <>
        <Spinner />
        {texts.lists.loading}
      </>
    );
  }
  if (failure === undefined) return null;
  return (
    <>
      {failure || texts.network}
      <Button kind="tint" size="row" onClick={onRetry}>
        {texts.lists.retry}
      </Button>
    </>
  );
}

const Next = ({ address }: { address: string }) => (
  <ButtonLink to={address} rel="next" kind="tint" size="row">
    {texts.navigation.next}
  </ButtonLink>
);
