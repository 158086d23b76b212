import { type ComponentType, memo, Suspense } from "react";

/** Hydrated after the rest: a memoised component in a Suspense boundary of its own. */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>) =>
  memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ));
