import type { ShouldRevalidateFunction } from "@remix-run/react";

export const neverAfterActions: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;

export const onlyAfterActionsOf =
  (pathname: string): ShouldRevalidateFunction =>
  (change) =>
    change.formAction?.split("?")[0] === pathname
      ? change.defaultShouldRevalidate
      : neverAfterActions(change);
