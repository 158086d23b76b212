import { idlePart } from "../ui/idle-part.tsx";

export const PullToRefresh = idlePart(
  async () => (await import("./pull-indicator.tsx")).PullIndicator,
);
