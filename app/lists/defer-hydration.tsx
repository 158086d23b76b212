import { type ComponentType, memo, Suspense } from "react";

/** A memoised component in its own Suspense boundary hydrates later. */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>) =>
  memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ));
