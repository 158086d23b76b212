import { at, richly, type Screen } from "./screen.ts";

const paths = {
  mine: "/mine",
  favourites: "/collengt",
  history: "/history",
  login: "/login",
  password: "/setpaw",
  settings: "/centersetting",
  profile: "/setinfo",
  vip: "/vip",
  pay: "/pay",
  funds: "/agent",
  withdrawal: "/tx",
  records: "/order",
  sign: "/sign",
  share: "/share",
  invited: "/codelist",
  feedback: "/feed",
  chat: "/service",
};

export const accountScreens: Screen[] = Object.entries(paths).flatMap(([name, path]) => [
  richly(name, path),
  at(`${name}-guest`, path),
  {
    name: `${name}-stuck`,
    world: "stuck",
    open: ({ page }) => page.goto(path, { waitUntil: "commit" }),
  },
  at(`${name}-down`, path, { world: "down" }),
]);
