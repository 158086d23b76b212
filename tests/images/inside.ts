import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startEngine, until } from "./engine.ts";
import { drain, killEachPart, moveNetwork } from "./failures.ts";
import { openBrowser } from "./visit.ts";

/** Runs in the namespaces that `run.ts` has made: what the images and compose.yaml do, one fact a line. */

const [, , folder = ""] = process.argv;
mkdirSync("test-results", { recursive: true });
const SITE = "http://127.0.0.1:8080";
/** In bytes. */
const MOST_BESIDE_BASE = 180e6;
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

const facts: { fact: string; seen: string; holds: boolean }[] = [];
async function check(fact: string, see: () => Promise<string>) {
  const one = await see().then(
    (seen) => ({ fact, seen, holds: true }),
    (error: Error) => ({ fact, seen: error.message.slice(-400), holds: false }),
  );
  facts.push(one);
  console.log(`${one.holds ? "✓" : "✗"} ${one.fact}: ${one.seen}`);
}

/** Asks for the home page so many times, one after the other: how many came, and the slowest in seconds. */
async function ask(times: number, betweenMs = 0) {
  let came = 0;
  let slowest = 0;
  for (let count = 0; count < times; count += 1) {
    const start = performance.now();
    const answer = await fetch(SITE, { signal: AbortSignal.timeout(30_000) }).catch(
      () => undefined,
    );
    await answer?.text().catch(() => undefined);
    if (answer?.status === 200) came += 1;
    slowest = Math.max(slowest, (performance.now() - start) / 1_000);
    await pause(betweenMs);
  }
  return {
    came,
    slowest,
    text: `${came} of ${times} pages, the slowest in ${slowest.toFixed(1)} s`,
  };
}

const engine = await startEngine(folder);
const { docker, compose, inspect, container } = engine;
const PARTS = ["proxy", "site-1", "site-2", "upstream", "database", "cache"];
const healthy = async (service: string) =>
  (await inspect(await container(service), ".State.Health.Status")) === "healthy";
const allHealthy = () =>
  until("all are healthy", async () => (await Promise.all(PARTS.map(healthy))).every(Boolean));

try {
  await check("beside its base the image has at most 180 MB", async () => {
    const sizes = (await docker("history", "--human=false", "--format", "{{.Size}}", "chengying"))
      .split("\n")
      .map(Number);
    // the first layer is the base
    const beside = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0);
    assert.ok(beside <= MOST_BESIDE_BASE, `${beside / 1e6} MB`);
    return `${(beside / 1e6).toFixed(1)} MB, of it in the last copied layer ${((sizes.find((size) => size > 1e6) ?? 0) / 1e6).toFixed(1)} MB`;
  });

  await check("docker run without settings becomes healthy", async () => {
    const start = performance.now();
    const id = await docker("run", "--detach", "--init", "chengying");
    await until(
      "healthy",
      async () => (await inspect(id, ".State.Health.Status")) === "healthy",
      60,
    );
    await docker("rm", "--force", id);
    return seconds(start);
  });

  // as the first process itself, Node hears nothing until it runs a script
  for (const [init, delays] of [
    [["--init"], [100, 300, 500]],
    [[], [2_000]],
  ] as const) {
    await check(`a stop in the first moments${init.length ? " with init" : ""}`, async () => {
      const seen: string[] = [];
      for (const delay of delays) {
        const id = await docker("run", "--detach", ...init, "chengying");
        await pause(delay);
        const start = performance.now();
        await docker("stop", "--time", "10", id);
        const code = await inspect(id, ".State.ExitCode");
        seen.push(`${delay} ms: ${seconds(start)}, ${code}`);
        await docker("rm", "--force", id);
        // before Node listens an init lets the signal end it; 137 is a kill after the ten seconds
        assert.ok(code === "0" || (init.length > 0 && code === "143"), seen.join("; "));
      }
      return seen.join("; ");
    });
  }

  await check("compose up becomes healthy", async () => {
    const start = performance.now();
    await compose("up", "--detach", "--no-build");
    await allHealthy();
    return seconds(start);
  });

  await using browser = await openBrowser(SITE);
  await check("a visitor sees the home page, pays, plays and likes", () => browser.visit());

  await check("both sites made anew, at once: no restart of the proxy", async () => {
    await compose(
      "up",
      "--detach",
      "--no-build",
      "--force-recreate",
      "--no-deps",
      "site-1",
      "site-2",
    );
    await allHealthy();
    await pause(5_500);
    const { came, text } = await ask(20);
    assert.equal(came, 20, text);
    return text;
  });

  await check("one site away, and the proxy restarted meanwhile", async () => {
    await compose("stop", "site-1");
    const first = await ask(20);
    await compose("restart", "proxy");
    await until("the proxy answers", async () => (await fetch(`${SITE}/nginx-health`)).ok);
    const { came, text } = await ask(20);
    await compose("start", "site-1");
    await allHealthy();
    assert.equal(came + first.came, 40, text);
    return `${first.text}; after the restart ${text}`;
  });

  await check("one site hangs: it is killed by its health check and started again", async () => {
    await engine.hang("site-1");
    const { came, slowest, text } = await ask(70, 500);
    const restarts = await inspect(await container("site-1"), ".RestartCount");
    await allHealthy();
    assert.ok(came === 70 && slowest < 30 && restarts === "1", `${text}; restarts: ${restarts}`);
    return `${text}; restarts: ${restarts}`;
  });

  await check("both sites down: a page of ours, which comes back by itself", () =>
    browser.outage(
      () => compose("stop", "site-1", "site-2"),
      () => compose("start", "site-1", "site-2"),
    ),
  );

  await check("a slow download is finished before its site stops", async () => {
    const text = await drain(engine, "site-2");
    await allHealthy();
    return text;
  });

  await check("each part is killed, and nothing acknowledged is lost", () =>
    killEachPart(engine, browser, SITE, PARTS, allHealthy),
  );

  await check("everything at other addresses", async () => {
    const moved = await moveNetwork(engine, allHealthy);
    const { came, text } = await ask(20);
    assert.equal(came, 20, text);
    return `${moved}; ${text}`;
  });
} finally {
  await compose("down", "--volumes", "--timeout", "5").catch(console.error);
  await engine.stop();
}
const held = facts.filter(({ holds }) => holds).length;
console.table(facts);
console.log(`${held} passed, ${facts.length - held} failed`);
process.exit(held === facts.length ? 0 : 1);
