import { randomUUID } from "node:crypto";
import type { TopicTile } from "../domain/site.ts";
import { type AskedCall, type Asker, skippedCall } from "./ask.ts";
import {
  type CallName,
  callNames,
  endpointOf,
  type Found,
  stepOf,
  type WriteLevel,
} from "./steps.ts";

const levels: WriteLevel[] = ["read", "write", "all"];

export interface WalkOptions {
  level: WriteLevel;
  topics: readonly TopicTile[];
  /** Report only this call, and those it depends on if they fail. */
  only?: CallName | undefined;
  onCall?: (call: AskedCall, done: number) => void;
}

const homeLists = new Set<CallName>([
  "video.index",
  "video.featured",
  "video.byTag",
  "category.tree",
]);

const isEmpty = (data: unknown): boolean =>
  Array.isArray(data)
    ? data.length === 0
    : Object.values(data as object).every((part) => part === 0 || isEmpty(part));

function helps(name: CallName, only: CallName, found: Found): boolean {
  const [step, wanted] = [stepOf(name), stepOf(only)];
  if (typeof step !== "object" || typeof wanted !== "object" || !step.learn) return false;
  const known = wanted.args(found) && (found.guest || !endpointOf(only).member);
  return step.level === "read" && !known;
}

/** Consecutive calls without any answer, after which the rest is skipped. */
const SILENT_CALLS = 2;

export async function walk(ask: Asker, options: WalkOptions) {
  const device = `check-${randomUUID()}`;
  const found: Found = { device, topics: options.topics, covers: [], empty: [], unopened: [] };
  const calls: AskedCall[] = [];
  let silent = 0;

  async function take(name: CallName): Promise<AskedCall> {
    const step = stepOf(name);
    const endpoint = endpointOf(name);
    const leaveOut = (reason: string): AskedCall => skippedCall(name, endpoint, reason);
    if (typeof step === "string") return leaveOut(step);
    if (levels.indexOf(step.level) > levels.indexOf(options.level)) {
      return leaveOut(`会写入：--write${step.level === "all" ? "=all" : ""} 才问`);
    }
    if (silent >= SILENT_CALLS) return { ...leaveOut("上游没有回应"), outcome: "failed" };
    const args = endpoint.member && !found.guest ? undefined : step.args(found);
    if (!args) return leaveOut("前面的调用没有给出它要问的内容");
    const { asked, data, unopened, answered } = await ask(name, endpoint, args, found.guest);
    silent = answered ? Number.NEGATIVE_INFINITY : silent + 1;
    if (unopened !== undefined) found.unopened.push(unopened);
    if (asked.outcome !== "ok") return asked;
    step.learn?.(data, found);
    if (homeLists.has(name) && isEmpty(data)) found.empty.push(name);
    return asked;
  }

  for (const name of callNames) {
    if (options.only && name !== options.only && !helps(name, options.only, found)) continue;
    const asked = await take(name);
    if (!options.only || name === options.only || asked.outcome !== "ok") calls.push(asked);
    options.onCall?.(asked, calls.length);
    if (name === options.only) break;
  }
  return { calls, found };
}
