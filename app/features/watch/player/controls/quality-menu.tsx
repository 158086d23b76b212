import { texts } from "../../../../texts/index.ts";
import { AUTOMATIC, type Quality } from "../core/engine.ts";
import { Menu } from "./menus.tsx";

interface QualityMenuProps {
  qualities: readonly Quality[];
  chosen: number;
  onChoose: (id: number) => void;
  onOpenChange: (open: boolean) => void;
}

export function QualityMenu({ qualities, ...choice }: QualityMenuProps) {
  const choices = [{ id: AUTOMATIC, name: texts.player.auto }, ...qualities];
  return <Menu title={texts.player.quality} choices={choices} {...choice} />;
}
