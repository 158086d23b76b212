import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../server/domain/action-result.ts";
import { deviceStorage } from "../../session/storage.ts";
import type { SavedVideo } from "../../session/storage-schema.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { favouriteIntents } from "./favourites/favourites.ts";

/** Takes some favourites out of the list at once for the eye, and here; what could not be removed is there again. */
export function useRemoval(address: string) {
  const { submit, data, state } = useFetcher<ActionResult>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const last = useRef<{ codes: readonly string[]; saved: readonly SavedVideo[] }>();

  useEffect(() => {
    if (state !== "idle" || data?.ok !== false) return;
    const { codes = [], saved = [] } = last.current ?? {};
    setRemoved((removed) => removed.filter((code) => !codes.includes(code)));
    deviceStorage.update("savedVideos", (others) => [...saved, ...others]);
    showToast(data.message, { kind: "failed" });
  }, [state, data]);

  const remove = (codes: readonly string[]) => {
    const isGone = ({ code }: { code: string }) => codes.includes(code);
    last.current = { codes, saved: deviceStorage.read("savedVideos").filter(isGone) };
    deviceStorage.update("savedVideos", (saved) => saved.filter((video) => !isGone(video)));
    setRemoved([...removed, ...codes]);
    const form = new FormData();
    form.set("intent", favouriteIntents.remove);
    for (const code of codes) form.append("code", code);
    submit(form, { method: "post", action: address });
    showToast(texts.watching.unfavourited);
  };
  return { isLeft: ({ code }: { code: string }) => !removed.includes(code), remove };
}
