import { type ComponentType, memo, Suspense } from "react";

/**
 * A part below the first screen in a boundary of its own, which the browser brings to life after the rest. It changes
 * only with its own props: a boundary that changes before its turn is drawn anew.
 */
export const deferHydration = <Props extends object>(Part: ComponentType<Props>) =>
  memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ));
