import { listen } from "./listen.ts";
import { someKeys } from "./upstream-keys.ts";

/** An upstream that takes every call and answers none. */
export const startHanging = async () => ({ ...(await listen(() => {})), ...someKeys });
