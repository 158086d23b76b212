import type { FaultKind } from "./errors.ts";

/** One try of a call, when it is over. */
export interface CallReport {
  /** "video.detail" */
  name: string;
  /** The server's base, for operators only. */
  base: string;
  /** From the queue to the last byte, in milliseconds. */
  ms: number;
  /** `refused`: the upstream understood and said no. */
  outcome: "ok" | "refused" | FaultKind;
}
export type CallObserver = (report: CallReport) => void;

/** How a server does now, for operators only. */
export interface ServerHealth {
  base: string;
  /** Left alone but for probes. */
  open: boolean;
  /** Since the last good answer. */
  faults: number;
  running: number;
  waiting: number;
}
