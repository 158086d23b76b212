import { texts } from "../../../../texts/index.ts";
import { Menu } from "./menus.tsx";

const NORMAL = 1;
const speeds = [0.5, 0.75, NORMAL, 1.25, 1.5, 2, 3].map((id) => ({
  id,
  name: texts.player.times(id),
}));

interface SpeedMenuProps {
  chosen: number;
  onChoose: (rate: number) => void;
  onOpenChange: (open: boolean) => void;
}

/** A changed speed is told by its number, the normal one by what the menu is for. */
export function SpeedMenu(props: SpeedMenuProps) {
  const label = props.chosen === NORMAL ? texts.player.speed : undefined;
  return <Menu title={texts.player.speed} choices={speeds} {...props} {...(label && { label })} />;
}
