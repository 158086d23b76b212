import { useEffect, useLayoutEffect } from "react";

/** Heavy work must not delay the frame that answers a tap. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** Runs before the paint; on the server React warns of layout effects. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;
