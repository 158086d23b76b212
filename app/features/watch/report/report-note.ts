/** How long a report's note may be. */
export const MAX_NOTE = 200;
