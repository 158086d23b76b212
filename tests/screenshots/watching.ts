import { playerOn } from "../e2e/fixtures/playback.ts";
import { at, type Screen, tapped, type Visit } from "./screen.ts";

/** Three lines and no comments; a long series with comments; nothing that plays. */
const SHORT = "/videoinfo?id=130001";
const BROKEN = "/videoinfo?id=130004";

async function playing({ page }: Visit, path: string, seconds: number) {
  await page.goto(path);
  return played({ page }, seconds);
}

async function played({ page }: Pick<Visit, "page">, seconds: number) {
  const player = playerOn(page);
  await page.waitForFunction(
    (least) => (document.querySelector("video")?.currentTime ?? 0) > least,
    seconds,
  );
  return player;
}

/** The playing video with its controls, and a menu of theirs. */
const controlled = (name: string, menu?: RegExp): Screen => ({
  name,
  open: async (visit) => {
    await visit.page.goto("/");
    await visit.page.locator('a[href^="/videoinfo?id="]').first().tap();
    const player = await played(visit, 4);
    await visit.page.waitForLoadState("networkidle");
    // a tap brings the controls back, and a paused video keeps them
    await player.showControls();
    await player.button("暂停").tap();
    if (menu) await player.button(menu).tap();
  },
});

export const watchScreens: Screen[] = [
  controlled("watch"),
  controlled("watch-quality", /^清晰度/),
  controlled("watch-speed", /^倍速/),
  {
    name: "watch-playing",
    open: async (visit) => {
      await (await visit.member()).makeVip();
      await playing(visit, "/videoinfo?id=100301", 5);
    },
  },
  at("watch-odd", "/videoinfo?id=100301", { world: "odd" }),
  at("watch-nameless", "/videoinfo?id=100302", { world: "odd" }),
  {
    name: "watch-stuck",
    world: "stuck",
    open: ({ page }) => page.goto("/videoinfo?id=100301", { waitUntil: "commit" }),
  },
  at("watch-down", "/videoinfo?id=100301", { world: "down" }),
  tapped("watch-episodes", "/videoinfo?id=100301", "选集"),
  tapped("watch-share", "/videoinfo?id=100301", /^分享/),
  tapped("watch-report", SHORT, "举报"),
  {
    name: "watch-paying",
    open: async (visit) => {
      const player = await playing(visit, SHORT, 0.5);
      await player.seek(14);
      await visit.page.getByRole("dialog", { name: "付费影视" }).waitFor();
    },
  },
  {
    name: "watch-held",
    open: async (visit) => {
      const player = await playing(visit, SHORT, 0.5);
      await player.seek(14);
      const sheet = visit.page.getByRole("dialog", { name: "付费影视" });
      await sheet.getByRole("button", { name: "取消" }).tap();
      await sheet.waitFor({ state: "hidden" });
    },
  },
  {
    name: "watch-broken",
    open: async ({ page }) => {
      await page.goto(BROKEN);
      await page.getByText("找不到这个片源").waitFor();
    },
  },
  at("watch-missing", "/videoinfo?id=99999999"),
  at("watch-without-id", "/videoinfo"),
  at("report", "/report?video=130001"),
  {
    name: "report-wrong",
    open: async ({ page }) => {
      await page.goto("/report?video=130001");
      await page.getByRole("button", { name: "提交" }).tap();
    },
  },
];
