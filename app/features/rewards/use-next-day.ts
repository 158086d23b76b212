import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const A_MOMENT_MS = 500;

/** Asks for the page anew once the day has ended, also when the device slept through midnight. */
export function useNextDay(holdsForMs: number) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const end = Date.now() + holdsForMs + A_MOMENT_MS;
    const look = () => document.visibilityState === "visible" && Date.now() >= end && revalidate();
    const timer = setTimeout(look, holdsForMs + A_MOMENT_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [holdsForMs, revalidate]);
}
