import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useMember } from "../../hooks/use-member.ts";

/** Asks for the page's data once more when the member, of whom the shell keeps asking, is not what it was. */
export function useFreshPage(): void {
  const { revalidate } = useRevalidator();
  const known = JSON.stringify(useMember());
  const last = useRef(known);
  useEffect(() => {
    if (last.current !== undefined && known !== last.current) revalidate();
    last.current = known;
  }, [known, revalidate]);
}
