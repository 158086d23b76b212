import { useEffect, useLayoutEffect } from "react";

/** For heavy work, which must not delay the frame that responds to a tap. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** A layout effect, but not on the server, where React warns about it. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
