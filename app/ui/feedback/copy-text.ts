import { deviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "./toast.tsx";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(texts.copy.done, { kind: "done" });
  } catch {
    // no clipboard access without TLS and in some in-app browsers
    const copied = copyBySelection(text);
    showToast(copied ? texts.copy.done : texts.copy.failed, { kind: copied ? "done" : "failed" });
  }
}

export async function shareLink(ofVideo: string, url: string): Promise<void> {
  if (!("share" in navigator)) return copyText(url);
  const title = deviceStorage.read("discreet") ? document.title : ofVideo;
  await navigator.share({ title, text: title, url }).catch((error: unknown) => {
    const cancelled = error instanceof DOMException && error.name === "AbortError";
    if (!cancelled) return copyText(url);
  });
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  // text outside of an open modal dialog cannot be selected
  (document.querySelector("dialog:modal") ?? document.body).append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
