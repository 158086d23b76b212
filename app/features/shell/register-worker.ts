import { savesData } from "../../session/data-use.ts";
import { whenIdle } from "../../ui/idle-part.tsx";
import { whenVisible } from "../../ui/when-visible.ts";

export async function registerWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  await serviceWorker.register("/sw.js");
  const { active } = await serviceWorker.ready;
  if (!savesData()) whenVisible(() => whenIdle(() => active?.postMessage("cache-build")));
}
