import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "undici";
import { temporaryFolder } from "../servers/program.ts";
import type { Engine } from "./engine.ts";
import { startScreen } from "./screen.ts";

const CHROMIUM = "/usr/bin/chromium";
const START_MS = 20_000;

interface Answer {
  id?: number;
  error?: { message: string };
  result?: {
    targetId?: string;
    sessionId?: string;
    targetInfos?: { type: string; targetId: string }[];
    result?: { value?: unknown };
    exceptionDetails?: { text: string };
  };
}

/** Chromium with a window, controlled by its own protocol: Playwright's pages never count as hidden. */
export async function startChromium(): Promise<Omit<Engine, "perform" | "back">> {
  const profile = await temporaryFolder();
  const screen = await startScreen({ ...process.env });
  const args = ["--no-sandbox", "--no-first-run", "--lang=zh-CN", "--window-size=450,950"];
  args.push("--autoplay-policy=no-user-gesture-required", "--remote-debugging-port=0");
  args.push(`--user-data-dir=${profile.path}`, "about:blank");
  const child = spawn(CHROMIUM, args, { env: screen.env, stdio: "ignore" });
  const [port, path] = await addressIn(join(profile.path, "DevToolsActivePort"));
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await once(socket, "open");

  let sent = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
    waiting.delete(answer.id ?? 0);
  });
  const send = async (method: string, params: object, sessionId?: string) => {
    sent += 1;
    const id = sent;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    const { error, result = {} } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetInfos = [] } = await send("Target.getTargets", {});
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId ?? "";
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const evaluate = async (expression: string, userGesture: boolean) => {
    const options = { expression, userGesture, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send("Runtime.evaluate", options, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  };
  let other: string | undefined;
  return {
    name: "Chromium",
    complaints: [],
    async open(url) {
      await send("Page.navigate", { url }, sessionId);
      const isThere = `document.readyState === "complete" && location.href !== "about:blank"`;
      while (!(await evaluate(isThere, false).catch(() => false))) await wait(100);
    },
    read: (expression) => evaluate(expression, false),
    click: (element) => evaluate(`${element}.click()`, true),
    async hide() {
      other = (await send("Target.createTarget", { url: "about:blank" })).targetId;
    },
    async show() {
      await send("Target.closeTarget", { targetId: other });
      await send("Target.activateTarget", { targetId });
    },
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await screen.stop();
      await profile.stop();
    },
  };
}

/** Chromium writes its port and path into this file. */
async function addressIn(file: string) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    const written = await readFile(file, "utf8").catch(() => "");
    if (written.includes("/")) return written.trim().split("\n");
    await wait(100);
  }
  throw new Error("Chromium did not start");
}
