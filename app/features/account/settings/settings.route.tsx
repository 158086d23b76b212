import type { MetaFunction } from "@remix-run/node";
import { useState } from "react";
import { clearCache, useCacheSize } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { ConfirmDialog } from "../../../ui/feedback/dialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { MenuButton, MenuLink, MenuList } from "../../../ui/layout/menu-list.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { formatSize } from "./storage-size.ts";

const words = texts.settings;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function Settings() {
  const size = useCacheSize();
  const [asking, setAsking] = useState(false);
  const clear = () => {
    setAsking(false);
    clearCache();
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
