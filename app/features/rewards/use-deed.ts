import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { rememberDoneOn, useDoneOn } from "../../session/storage.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import type { Deed, Told } from "./rewards.server.ts";

const memories = {
  checkIn: "signedDates",
  dailyLogin: "dailyLoginClaimed",
  watching: "vipVideoDate",
} as const;

/** Something that a member can do once a day: whether this device knows of it, and a form that does it. */
export function useDeed(deed: Deed, date: string, member: string) {
  const { Form, data, state } = useFetcher<Told | { ok: false; message: string }>();
  const done = useDoneOn(memories[deed], date, member);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is told once
  useEffect(() => {
    if (!data) return;
    showToast(data.message || texts.network, { kind: data.ok ? "done" : "failed" });
    if ("done" in data && data.done) rememberDoneOn(memories[deed], date, member);
  }, [data]);

  return { Form, done, busy: state !== "idle" };
}
