import type { Database } from "../db/client.ts";
import { addVideo, hideVideo, listConfig, setConfig, showVideo } from "./content.ts";
import * as members from "./members.ts";

/** @throws {Error} one Chinese line if the input is wrong */
type Command = (db: Database, args: string[]) => Promise<string>;

const commands: Record<string, [parameters: string, run: Command]> = {
  "chat list": ["", members.listChats],
  "chat show": ["<会员编号>", members.showChat],
  "chat reply": ["<会员编号> <内容>", members.replyToChat],
  "feedback list": ["", members.listFeedback],
  "member show": ["<会员编号>", members.showMember],
  "member grant-vip": ["<会员编号> <天数>", members.grantVip],
  "member grant-coins": ["<会员编号> <数量>", members.grantCoins],
  "report list": ["", members.listReports],
  "video add": ["--title … --category … --url …", addVideo],
  "video hide": ["<视频编号>", hideVideo],
  "video show": ["<视频编号>", showVideo],
  "config list": ["", listConfig],
  "config set": ["<设置项> <值>", setConfig],
};

const usage = () =>
  Object.entries(commands)
    .map(([name, [parameters]]) => `  npm run upstream -- ${name} ${parameters}`.trimEnd())
    .join("\n");

/** @throws {Error} the problem, in Chinese; for an unknown command, a list of all commands */
export async function runCommand(db: Database, argv: string[]): Promise<string> {
  const [group, name, ...args] = argv;
  const title = `${group} ${name}`;
  const command = Object.hasOwn(commands, title) ? commands[title] : undefined;
  if (!command) throw new Error(`没有这个命令，可用的有：\n${usage()}`);
  return command[1](db, args);
}
