import { isRouteErrorResponse } from "@remix-run/react";
import type { Failure } from "../../../server/remix/failures.ts";
import { texts } from "../../texts/index.ts";

const byStatus: Record<number, { title: string; hint: string }> = {
  403: texts.errors.forbidden,
  404: texts.errors.missing,
  410: texts.errors.missing,
  429: texts.errors.tooOften,
  500: texts.errors.broken,
};

/** What a page says of an error that kept it from being shown. */
export interface ShownFailure {
  title: string;
  hint: string;
  requestId: string;
}

/** An error of the browser is most often a network that went away. */
export function failureIn(error: unknown): ShownFailure {
  if (!isRouteErrorResponse(error)) return { ...texts.errors.down, requestId: "" };
  const { message = "", requestId = "" }: Partial<Failure> = Object(error.data);
  const otherwise = error.status < 500 ? texts.errors.refused : texts.errors.down;
  const { title, hint } = byStatus[error.status] ?? otherwise;
  return { title: message || title, hint, requestId };
}
