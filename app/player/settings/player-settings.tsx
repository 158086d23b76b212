import { texts } from "../../texts/index.ts";
import { Sheet } from "../../ui/feedback/sheet.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import type { Player } from "../core/player.ts";

const fetchContents = () =>
  import("./settings-contents.tsx").then(({ SettingsContents }) => SettingsContents);

interface PlayerSettingsProps {
  player: Player | undefined;
  open: boolean;
  onClose: () => void;
}

export function PlayerSettings({ player, open, onClose }: PlayerSettingsProps) {
  const Contents = useOnDemand(fetchContents, open, () => {
    onClose();
    showToast(texts.network, { kind: "failed" });
  });
  return (
    <Sheet open={open && Contents !== undefined} title={texts.player.settings} onClose={onClose}>
      {Contents && <Contents player={player} />}
    </Sheet>
  );
}
