import { useFetcher } from "@remix-run/react";
import { recordTaskDone, useTaskDone } from "../../device/storage.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOnResult } from "../../ui/form/use-checked-form.ts";
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

  useOnResult(data, (result) => {
    if (!result.ok) return showToast(result.message, { kind: "failed" });
    showToast(result.data.message, { kind: result.data.firstTime ? "done" : "failed" });
    recordTaskDone(storedAs[task], date, member);
  });

  return { Form, form: { method: "post", onSubmit } as const, done, busy: state !== "idle" };
}
