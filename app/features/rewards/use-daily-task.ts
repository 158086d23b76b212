import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { recordTaskDone, useTaskDone } from "../../device/storage.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOneSubmit } from "../../ui/form/use-one-submit.ts";
import type { TaskResult } from "./rewards.server.ts";
import type { TaskIntent } from "./task-intents.ts";

const storedAs = {
  checkIn: "signedDates",
  dailyLogin: "dailyLoginClaimed",
  watching: "vipVideoDate",
} as const;

export function useDailyTask(task: TaskIntent, date: string, member: string) {
  const { Form, data, state } = useFetcher<TaskResult>();
  const { onSubmit } = useOneSubmit(state, data);
  const done = useTaskDone(storedAs[task], date, member);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is shown once
  useEffect(() => {
    if (!data) return;
    if (!data.ok) return showToast(data.message, { kind: "failed" });
    showToast(data.data.message, { kind: data.data.firstTime ? "done" : "failed" });
    recordTaskDone(storedAs[task], date, member);
  }, [data]);

  return { Form, form: { method: "post", onSubmit } as const, done, busy: state !== "idle" };
}
