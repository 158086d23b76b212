const SHOWN_FOR = 3_000;
/** Controls that are younger than this were not yet seen: whoever taps again still wants them. */
const SEEN_AFTER = 500;

/** Decides when the controls come and go; `stay` keeps them beyond their time. */
export function createVisibility(tell: (shown: boolean) => void, stay: () => boolean) {
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const hide = () => {
    clearTimeout(timer);
    since = undefined;
    tell(false);
  };
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (stay() ? show() : hide()), SHOWN_FOR);
    since ??= performance.now();
    tell(true);
  };
  return {
    show,
    hide,
    /** Shows them as if they came only now. */
    appear() {
      since = undefined;
      show();
    },
    isSeen: () => since !== undefined && performance.now() - since >= SEEN_AFTER,
    stop: () => clearTimeout(timer),
  };
}
export type Visibility = ReturnType<typeof createVisibility>;
