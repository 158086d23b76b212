import type { MetaFunction } from "@remix-run/node";
import { useState, useSyncExternalStore } from "react";
import { deviceStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { ConfirmDialog } from "../../../ui/feedback/dialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { formatSize } from "../../../ui/format-size.ts";
import { MenuButton, MenuLink, MenuList } from "../../../ui/layout/menu-list.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { DeviceChoices } from "./device-choices.tsx";
import { MiniPlayerSwitch } from "./mini-player-switch.tsx";

const words = texts.settings;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

const cache = ["savedVideos", "searchHistory", "videoHistory", "likedVideos"] as const;

/** In bytes, with the keys of what is there. */
const cacheSize = () =>
  cache
    .map((name) => [name, deviceStorage.raw(name)] as const)
    .filter(([, stored]) => stored !== "")
    .reduce((sum, entry) => sum + new TextEncoder().encode(entry.join("")).length, 0);

export default function Settings() {
  const size = useSyncExternalStore(deviceStorage.subscribe, cacheSize, () => 0);
  const [asking, setAsking] = useState(false);
  const clear = () => {
    setAsking(false);
    deviceStorage.remove(...cache);
    showToast(words.cleared, { kind: "done" });
  };
  return (
    <div className="page">
      <PageHeader title={words.title} />
      <main className="content">
        <MenuList label={words.title}>
          <MenuLink to="/setinfo" icon="user" label={words.profile} />
          <MenuLink to="/setpaw" icon="key" label={words.password} />
          <MenuButton
            icon="trash"
            label={words.clear}
            value={formatSize(size)}
            onClick={() => setAsking(true)}
          />
          <MenuLink to="/login" icon="people" label={words.login} />
        </MenuList>
        <MiniPlayerSwitch />
        <DeviceChoices />
        <ConfirmDialog
          open={asking}
          {...words.confirm}
          onConfirm={clear}
          onCancel={() => setAsking(false)}
        />
      </main>
    </div>
  );
}
