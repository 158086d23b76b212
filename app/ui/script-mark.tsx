import { useHydrated } from "remix-utils/use-hydrated";

/** Tells an action that a script reads its answer; a form that the browser sends by itself is led to a page. */
export const ScriptMark = () =>
  useHydrated() ? <input type="hidden" name="answer" value="script" /> : null;
