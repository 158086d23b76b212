/** Heavy work must not delay the frame that answers a tap. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
