/** What a form asks for that names the favourites to be removed; one that asks for nothing removes all. */
export const REMOVAL = "remove";
