import { type ComponentType, memo, Suspense } from "react";

/** Hydrates later: a memoised component in its own Suspense boundary. */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>) =>
  memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ));
