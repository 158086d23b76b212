import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { freePort, temporaryFolder } from "../servers/program.ts";
import type { Engine } from "./engine.ts";

const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
const START_MS = 20_000;
const ANSWER_MS = 40_000;

/** Debian installs WebKitGTK's MiniBrowser beside its libraries. */
function miniBrowser(): string | undefined {
  const libraries = "/usr/lib/x86_64-linux-gnu";
  const folder = existsSync(libraries) ? readdirSync(libraries) : [];
  return folder
    .filter((name) => name.startsWith("webkit2gtk-"))
    .map((name) => `${libraries}/${name}/MiniBrowser`)
    .find(existsSync);
}

export const isWebKitInstalled = () =>
  [WEBKIT_DRIVER, SCREEN].every(existsSync) && miniBrowser() !== undefined;

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });
/** The element's id, under a key that WebDriver defines. */
const elementSchema = z.record(z.string(), z.string());
const faultSchema = z.object({ error: z.string(), message: z.string() });

/** Debian's WebKitGTK on a virtual screen, controlled by WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const home = await temporaryFolder();
  const env = { ...process.env, HOME: home.path };
  const screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "1280x1000x24"], {
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: { ...env, DISPLAY: `:${String(display).trim()}` },
    stdio: "ignore",
  });

  const send = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = answerSchema.parse(await answer.json());
    const fault = faultSchema.safeParse(value);
    if (fault.success) throw new Error(`${path}: ${fault.data.error}: ${fault.data.message}`);
    return value;
  };
  const end = Date.now() + START_MS;
  while (!(await send("GET", "/status").catch(() => false))) {
    if (Date.now() > end) throw new Error("WebKitWebDriver did not start");
    await wait(100);
  }
  const browserOptions = { binary: miniBrowser(), args: ["--automation"] };
  const { sessionId } = sessionSchema.parse(
    await send("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } },
    }),
  );
  const tab = (method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
    send(method, `/session/${sessionId}${path}`, body);
  return {
    name: "WebKit",
    complaints: [],
    open: (url) => tab("POST", "/url", { url }),
    read: (expression) =>
      tab("POST", "/execute/async", {
        script: `const done = arguments[0]; Promise.resolve(${expression}).then(done)`,
        args: [],
      }),
    async click(element) {
      const found = await tab("POST", "/execute/sync", { script: `return ${element}`, args: [] });
      const [id] = Object.values(elementSchema.parse(found));
      await tab("POST", `/element/${id}/click`, {});
    },
    perform: (...actions) => tab("POST", "/actions", { actions }),
    back: () => tab("POST", "/back", {}),
    async stop() {
      await tab("DELETE", "").catch(() => undefined);
      for (const child of [driver, screen]) {
        child.kill("SIGKILL");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
      await home.stop();
    },
  };
}
