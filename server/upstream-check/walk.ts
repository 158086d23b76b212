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
  /** Reports only this call and, if they fail, those that it depends on. */
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

function isNeededFor(name: CallName, only: CallName, found: Found): boolean {
  const [step, wanted] = [stepOf(name), stepOf(only)];
  if (typeof step !== "object" || typeof wanted !== "object" || !step.learn) return false;
  const known = wanted.args(found) && (found.guest || !endpointOf(only).member);
  return step.level === "read" && !known;
}

/** The number of unanswered calls in a row after which the rest is skipped. */
const MAX_UNANSWERED = 2;

export async function walk(ask: Asker, options: WalkOptions) {
  const device = `check-${randomUUID()}`;
  const found: Found = { device, topics: options.topics, covers: [], empty: [], unopened: [] };
  const calls: AskedCall[] = [];
  let unanswered = 0;

  async function take(name: CallName): Promise<AskedCall> {
    const step = stepOf(name);
    const skip = (reason: string): AskedCall => skippedCall(name, reason);
    if (typeof step === "string") return skip(step);
    if (levels.indexOf(step.level) > levels.indexOf(options.level)) {
      return skip(`会写入：--write${step.level === "all" ? "=all" : ""} 才问`);
    }
    if (unanswered >= MAX_UNANSWERED) return { ...skip("上游没有回应"), outcome: "failed" };
    const args = endpointOf(name).member && !found.guest ? undefined : step.args(found);
    if (!args) return skip("前面的调用没有给出它要问的内容");
    const { asked, data, unopened, answered } = await ask(name, args, found.guest);
    unanswered = answered ? Number.NEGATIVE_INFINITY : unanswered + 1;
    if (unopened !== undefined) found.unopened.push(unopened);
    if (asked.outcome !== "ok") return asked;
    step.learn?.(data, found);
    if (homeLists.has(name) && isEmpty(data)) found.empty.push(name);
    return asked;
  }

  for (const name of callNames) {
    if (options.only && name !== options.only && !isNeededFor(name, options.only, found)) continue;
    const asked = await take(name);
    if (!options.only || name === options.only || asked.outcome !== "ok") calls.push(asked);
    options.onCall?.(asked, calls.length);
    if (name === options.only) break;
  }
  return { calls, found };
}
