import type { ReactNode } from "react";
import type { Later, Outcome } from "../../../server/domain/soon.ts";
import { Part } from "./part.tsx";

interface ExtraProps<Data> {
  value: Later<Data>;
  skeleton?: ReactNode;
  /** What stands there instead when it does not come. */
  without?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part that a page can do without: when it does not come, the visitor is not bothered with it. */
export function Extra<Data>({
  value,
  skeleton = null,
  without = null,
  children,
}: ExtraProps<Data>) {
  const show = (outcome: Outcome<Data>) => (outcome.ok ? children(outcome.data) : without);
  return <Part value={value} show={show} fallback={skeleton} cutOff={without} />;
}
