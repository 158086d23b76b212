import type { MetaFunction } from "@remix-run/node";
import { clearCache, useCacheSize } from "../../device/store.ts";
import { texts } from "../../texts.ts";
import { MenuButton, MenuLink, MenuList } from "../../ui/menu-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { showToast } from "../../ui/toast.tsx";
import { formatSize } from "./storage-size.ts";

const words = texts.settings;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function Settings() {
  const size = useCacheSize();
  const clear = () => {
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
          <MenuButton icon="trash" label={words.clear} value={formatSize(size)} onClick={clear} />
          <MenuLink to="/login" icon="people" label={words.login} />
        </MenuList>
      </main>
    </div>
  );
}
