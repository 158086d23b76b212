import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { freePort, temporaryFolder } from "../servers/program.ts";
import type { Engine } from "./engine.ts";
import { isScreenInstalled, startScreen } from "./screen.ts";

const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
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
  existsSync(WEBKIT_DRIVER) && isScreenInstalled() && miniBrowser() !== undefined;

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });
/** The element's id, under a key that WebDriver defines. */
const elementSchema = z.record(z.string(), z.string());
const faultSchema = z.object({ error: z.string(), message: z.string() });

/** Debian's WebKitGTK on a virtual screen, controlled by WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const home = await temporaryFolder();
  const screen = await startScreen({ ...process.env, HOME: home.path });
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: screen.env,
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
  const read = (expression: string) =>
    tab("POST", "/execute/async", {
      script: `const done = arguments[0]; Promise.resolve(${expression}).then(done)`,
      args: [],
    });
  return {
    name: "WebKit",
    complaints: [],
    async open(url) {
      await read("(window.isOld = true)");
      await tab("POST", "/url", { url });
      // on a busy machine the driver sometimes answers while the old document is still there
      const end = Date.now() + START_MS;
      while (await read("window.isOld === true").catch(() => true)) {
        if (Date.now() > end) throw new Error(`WebKit did not open ${url}`);
        await wait(100);
      }
    },
    read,
    async click(element) {
      const found = await tab("POST", "/execute/sync", { script: `return ${element}`, args: [] });
      const [id] = Object.values(elementSchema.parse(found));
      await tab("POST", `/element/${id}/click`, {}).catch((error) => {
        // hidden controls of a playing video, and what is covered
        if (!/not interactable|intercepted/.test(error)) throw error;
        return tab("POST", "/execute/sync", { script: `${element}.click()`, args: [] });
      });
    },
    perform: (...actions) => tab("POST", "/actions", { actions }),
    back: () => tab("POST", "/back", {}),
    // another tab in front comes to the back with the next command for this one
    hide: () => tab("POST", "/window/minimize", {}),
    show: () => tab("POST", "/window/rect", {}),
    async stop() {
      await tab("DELETE", "").catch(() => undefined);
      driver.kill("SIGKILL");
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, "exit");
      await screen.stop();
      await home.stop();
    },
  };
}
