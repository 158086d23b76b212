import { listen } from "./listen.ts";
import { someKeys } from "./some-keys.ts";

/** An upstream that takes every call and answers none. */
export const startHanging = async () => ({ ...(await listen(() => {})), ...someKeys });
