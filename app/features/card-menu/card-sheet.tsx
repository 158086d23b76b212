import { useEffect, useRef, useState } from "react";
import { sharedAddress, videoAddress } from "../../addresses.ts";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import { useMember } from "../../session/member.ts";
import { useOrigin } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { IconDisc, type IconName } from "../../ui/basics/icon.tsx";
import { shareLink } from "../../ui/feedback/copy-text.ts";
import sheetStyles from "../../ui/feedback/sheet.module.css";
import { Sheet } from "../../ui/feedback/sheet.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useTimer } from "../../ui/paint.ts";
import styles from "./card-sheet.module.css";
import type { Card } from "./long-press.ts";

const words = texts.cardMenu;

interface Option {
  icon: IconName;
  name: string;
  choose: () => void;
}

interface Done {
  code: string;
  text: string;
  undo: () => void;
}

export function CardSheet({ card, onClose }: { card: Card | undefined; onClose: () => void }) {
  const [done, setDone] = useState<Done>();
  const [byKeyboard, setByKeyboard] = useState(false);
  const options = useOptions(card, setDone);
  return (
    <>
      <Sheet
        open={card !== undefined}
        title={words.title}
        subject={card?.video.title || texts.untitled}
        onClose={onClose}
      >
        <ul className={styles.options}>
          {options.map(({ icon, name, choose }) => (
            <li key={name}>
              <button
                type="button"
                className={`${sheetStyles.option} ${styles.option}`}
                onClick={({ detail }) => {
                  setByKeyboard(detail === 0);
                  onClose();
                  choose();
                }}
              >
                <IconDisc name={icon} size={20} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
      {done && (
        <UndoBar
          key={`${done.code} ${done.text}`}
          done={done}
          takesFocus={byKeyboard}
          setDone={setDone}
        />
      )}
    </>
  );
}

function useOptions(card: Card | undefined, setDone: (done: Done) => void): Option[] {
  const member = useMember();
  const origin = useOrigin();
  const watchLater = useDeviceStorage("watchLater");
  if (!card) return [];
  const { video, element } = card;
  const { code, title } = video;
  const list = element.closest("[data-own-list]")?.getAttribute("data-own-list");
  const isForLater = watchLater.some((saved) => saved.code === code);

  const addToList = (name: "unwantedVideos" | "removedHistory", text: string) => () => {
    deviceStorage.update(name, (codes) => [code, ...codes]);
    setDone({
      code,
      text,
      undo: () => deviceStorage.update(name, (codes) => codes.filter((one) => one !== code)),
    });
  };
  const addToWatchLater = () => {
    const saved = { ...video, savedAt: Date.now() };
    deviceStorage.update("watchLater", (others) => [saved, ...others]);
    showToast(words.done[isForLater ? "toTop" : "later"], { kind: "done" });
  };
  const removeFromWatchLater = () => {
    deviceStorage.update("watchLater", (saved) => saved.filter((one) => one.code !== code));
    setDone({
      code,
      text: words.done.removeFromWatchLater,
      undo: () => deviceStorage.update("watchLater", () => watchLater),
    });
  };
  const share = () => {
    const address = sharedAddress(origin + videoAddress(code), member?.code);
    void shareLink(title || texts.untitled, address);
  };

  const options: (Option | false)[] = [
    isForLater
      ? { icon: "check", name: words.removeFromWatchLater, choose: removeFromWatchLater }
      : { icon: "list", name: words.later, choose: addToWatchLater },
    list === "later" && { icon: "up", name: words.toTop, choose: addToWatchLater },
    { icon: "share", name: words.share, choose: share },
    list === undefined && {
      icon: "eyeoff",
      name: words.unwanted,
      choose: addToList("unwantedVideos", words.done.unwanted),
    },
    list === "history" && {
      icon: "trash",
      name: words.removeWatched,
      choose: addToList("removedHistory", words.done.removeWatched),
    },
  ];
  return options.filter((option) => option !== false);
}

const UNDO_MS = 6_000;

interface UndoBarProps {
  done: Done;
  takesFocus: boolean; // the card that had the focus may have been removed
  setDone: (next: undefined) => void;
}

function UndoBar({ done, takesFocus, setDone }: UndoBarProps) {
  const [isPaused, setPaused] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useTimer(!isPaused && UNDO_MS, () => setDone(undefined));

  return (
    <div className={styles.undo}>
      <span role="status">{done.text}</span>
      <button
        ref={button}
        type="button"
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
        onClick={() => {
          done.undo();
          setDone(undefined);
        }}
      >
        {words.undo}
      </button>
    </div>
  );
}
