import type { MetaFunction } from "@remix-run/node";
import { texts } from "../../texts/index.ts";
import { MenuLink, MenuList } from "../../ui/layout/menu-list.tsx";
import { Page } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";

const words = texts.funds;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function Funds() {
  return (
    <Page title={words.title}>
      <MenuList label={words.title}>
        <MenuLink to="/order" icon="bill" label={texts.records.title} />
        <MenuLink to="/tx" icon="coin" label={texts.withdrawal.title} />
      </MenuList>
    </Page>
  );
}
