import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Of a page: no action changes it, its own included, or what they change is on the screen already. */
export const neverAfterActions: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;

/** Of a page that only its own actions change. */
export const onlyAfterActionsOf =
  (pathname: string): ShouldRevalidateFunction =>
  (change) =>
    change.formAction?.split("?")[0] === pathname
      ? change.defaultShouldRevalidate
      : neverAfterActions(change);
