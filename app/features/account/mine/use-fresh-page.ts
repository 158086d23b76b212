import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { PublicMember } from "../../../../server/session/member.ts";
import { useMember } from "../../../session/member.ts";

/** Asks for the page's data once more when the member, of whom the shell keeps asking, is not as the page shows it. */
export function useFreshPage(shown: PublicMember | undefined): void {
  const { revalidate } = useRevalidator();
  const member = useMember();
  const askedFor = useRef<PublicMember>();
  useEffect(() => {
    if (!member || !shown || askedFor.current === member) return;
    const names = Object.keys(member) as (keyof PublicMember)[];
    if (names.every((name) => member[name] === shown[name])) return;
    askedFor.current = member;
    revalidate();
  }, [member, shown, revalidate]);
}
