import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WebSocket } from "undici";
import { temporaryFolder } from "../servers/program.ts";
import type { Engine } from "./engine.ts";

export const FIREFOX = "/usr/bin/firefox-esr";

const PREFERENCES = {
  "intl.accept_languages": "zh-CN",
  "media.autoplay.default": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
};

/**
 * Logged for whatever was still loading through a service worker when its page was left, on any site. A worker's own
 * failures are worded differently.
 */
const LEFT_BEHIND =
  /A ServiceWorker intercepted the request and encountered an unexpected error\.$/;

interface Answer {
  id?: number;
  type: string;
  message?: string;
  /** Of events, which are all log entries here. */
  params?: { level: string; text: string };
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } } & Record<
    string,
    unknown
  >;
}

/** Headless Firefox with one tab, controlled by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const profile = await temporaryFolder();
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile.path, "user.js"), lines.join("\n"));
  const args = [
    "--headless",
    "--width=450",
    "--height=850",
    "--no-remote",
    "--profile",
    profile.path,
  ];
  const child = spawn(FIREFOX, [...args, "--remote-debugging-port", "0"], {
    env: { ...process.env, HOME: profile.path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const socket = new WebSocket(`${await printedAddress(child.stderr)}/session`);
  await once(socket, "open");

  let sent = 0;
  const complaints: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    const { level, text = "" } = answer.params ?? {};
    if (level === "error" && !LEFT_BEHIND.test(text)) complaints.push(text);
    waiting.get(answer.id ?? 0)?.(answer);
    waiting.delete(answer.id ?? 0);
  });
  const send = async (method: string, params: object) => {
    sent += 1;
    const id = sent;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, message, result } = await answered;
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result ?? {};
  };

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const tree = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context ?? "";
  const evaluate = async (expression: string, userActivation: boolean): Promise<unknown> => {
    const target = { context };
    const options = { target, awaitPromise: true, userActivation };
    const done = await send("script.evaluate", { expression, ...options });
    if (done.exceptionDetails) throw new Error(done.exceptionDetails.text);
    return done.result?.value;
  };
  const navigate = (url: string) =>
    send("browsingContext.navigate", { context, url, wait: "complete" });
  let other = { context: "" };
  return {
    name: "Firefox",
    complaints,
    // the page's own navigation may cut off the first
    open: (url: string) => navigate(url).catch(() => navigate(url)),
    read: (expression) => evaluate(expression, false),
    click: (element) => evaluate(`${element}.click()`, true),
    perform: (...actions) => send("input.performActions", { context, actions }),
    back: () => send("browsingContext.traverseHistory", { context, delta: -1 }),
    async hide() {
      other = (await send("browsingContext.create", { type: "tab" })) as { context: string };
    },
    async show() {
      await send("browsingContext.close", other);
      await send("browsingContext.activate", { context });
    },
    async stop() {
      await send("browser.close", {}).catch(() => child.kill("SIGKILL"));
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await profile.stop();
    },
  };
}

/** Firefox prints the address at the end of a line on stderr. */
async function printedAddress(output: AsyncIterable<Buffer> & NodeJS.ReadableStream) {
  let printed = "";
  return new Promise<string>((resolve, reject) => {
    output.on("data", (chunk: Buffer) => {
      printed += chunk;
      const address = /BiDi listening on (ws:\/\/\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    output.on("end", () => reject(new Error(`Firefox did not start: ${printed}`)));
  });
}
