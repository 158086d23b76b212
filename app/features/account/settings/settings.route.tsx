import type { MetaFunction } from "@remix-run/node";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { isIncognito, setIncognito } from "../../../device/incognito.ts";
import { deviceStorage, useDeviceStorage } from "../../../device/storage.ts";
import { texts } from "../../../texts/index.ts";
import { Icon, type IconName } from "../../../ui/basics/icon.tsx";
import { useConfirmation } from "../../../ui/feedback/dialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { RadioRow, RadioRows, Switch } from "../../../ui/form/radio-rows.tsx";
import { formatSize } from "../../../ui/format/format-size.ts";
import { MenuButton, MenuLink, MenuList } from "../../../ui/layout/menu-list.tsx";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import rows from "../../../ui/layout/panel-row.module.css";
import { addCredential, changeLock, hasAuthenticator } from "../../lock/lock.ts";
import { PinDialog } from "../../lock/lock-screen.tsx";
import choices from "./device-choices.module.css";
import toggle from "./device-switch.module.css";

const words = texts.settings;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

const clearedKeys = ["savedVideos", "searchHistory", "videoHistory", "likedVideos"] as const;

const clearedBytes = () =>
  clearedKeys
    .map((name) => [name, deviceStorage.raw(name)] as const)
    .filter(([, stored]) => stored !== "")
    .reduce((sum, entry) => sum + new TextEncoder().encode(entry.join("")).length, 0);

export default function Settings() {
  const size = useSyncExternalStore(deviceStorage.subscribe, clearedBytes, () => 0);
  const clear = () => {
    deviceStorage.remove(...clearedKeys);
    showToast(words.cleared, { kind: "done" });
  };
  const { ask, dialog } = useConfirmation({ ...words.confirm, onConfirm: clear });
  return (
    <Page title={words.title}>
      <MenuList label={words.title}>
        <MenuLink to="/setinfo" icon="user" label={words.profile} />
        <MenuLink to="/setpaw" icon="key" label={texts.password.title} />
        <MenuButton icon="trash" label={words.clear} value={formatSize(size)} onClick={ask} />
        <MenuLink to="/privacy" icon="lock" label={texts.privacy.title} />
        <MenuLink to="/login" icon="people" label={words.login} />
      </MenuList>
      <div className={`panel ${toggle.switches}`}>
        <DeviceSwitch name="miniPlayer" icon="pip" />
        <DeviceSwitch name="hideWatched" icon="eyeoff" />
        <DeviceSwitch name="discreet" icon="film" />
        <DeviceSwitch name="blurCovers" icon="image" />
        <DeviceSwitch name="quickExit" icon="out" />
        <IncognitoSwitch />
        <LockSwitches />
      </div>
      <div className={`stack ${choices.choices}`}>
        <DeviceChoice name="theme" />
        <DeviceChoice name="dataUse" />
        <DeviceChoice name="appLook" />
        <p className={choices.hint}>{words.appLookHint}</p>
      </div>
      {dialog}
    </Page>
  );
}

const noChanges = () => () => undefined; // the document is loaded again

type SwitchName = "miniPlayer" | "hideWatched" | "discreet" | "blurCovers" | "quickExit";

function DeviceSwitch({ name, icon }: { name: SwitchName; icon: IconName }) {
  const on = useDeviceStorage(name);
  return (
    <SwitchRow {...{ name, icon, on }} change={(on) => deviceStorage.update(name, () => on)} />
  );
}

function IncognitoSwitch() {
  const on = useSyncExternalStore(noChanges, isIncognito, () => false);
  const change = (on: boolean) => {
    try {
      setIncognito(on);
    } catch {
      showToast(texts.cookiesNeeded);
    }
  };
  return <SwitchRow name="incognito" icon="moon" {...{ on, change }} />;
}

function LockSwitches() {
  const lock = useDeviceStorage("lock");
  const [asks, setAsks] = useState(false);
  const [offers, setOffers] = useState(false);
  useEffect(() => void hasAuthenticator().then(setOffers, () => undefined), []);

  // browsers hash only on pages that came over HTTPS
  const askForPin = () => (crypto.subtle ? setAsks(true) : showToast(texts.lock.unsupported));
  const change = (on: boolean) => {
    if (on) addCredential().catch(() => showToast(texts.lock.refused, { kind: "failed" }));
    else changeLock({ credential: "" });
  };
  return (
    <>
      <SwitchRow name="lock" icon="lock" on={lock !== null} change={askForPin} />
      {lock && offers && (
        <SwitchRow name="biometrics" icon="user" on={lock.credential !== ""} change={change} />
      )}
      <PinDialog
        open={asks}
        isNew={!lock}
        title={lock ? texts.lock.remove : texts.lock.set}
        onClose={() => setAsks(false)}
        onDone={() => {
          setAsks(false);
          if (lock) deviceStorage.remove("lock");
        }}
      />
    </>
  );
}

interface SwitchRowProps {
  name: SwitchName | "incognito" | "lock" | "biometrics";
  icon: IconName;
  on: boolean;
  change: (on: boolean) => void;
}

function SwitchRow({ name, icon, on, change }: SwitchRowProps) {
  const hint = useId();
  return (
    <Switch
      className={`${rows.row} ${toggle.row}`}
      aria-label={words[name]}
      aria-describedby={hint}
      checked={on}
      onChange={({ target }) => change(target.checked)}
    >
      <Icon name={icon} size={22} />
      <span className={rows.text}>
        {words[name]}
        <small id={hint} className={toggle.hint}>
          {words[`${name}Hint` as const]}
        </small>
      </span>
    </Switch>
  );
}

function DeviceChoice({ name }: { name: "theme" | "dataUse" | "appLook" }) {
  const options: Record<string, { label: string; hint?: string }> = words[`${name}s` as const];
  const chosen = useDeviceStorage(name);
  return (
    <RadioRows label={words[name]}>
      {Object.entries(options).map(([option, wording]) => (
        <RadioRow
          key={option}
          name={name}
          {...wording}
          {...(name === "appLook" && {
            image: `${option === "site" ? "" : `/as/${option}`}/icons/apple-touch-icon.png`,
          })}
          checked={option === chosen}
          onChange={() => deviceStorage.update(name, () => option as typeof chosen)}
        />
      ))}
    </RadioRows>
  );
}
