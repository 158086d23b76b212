export interface StartPlan {
  manifest: string;
  entry: string;
  /** The modules of the page's routes by their ids. */
  routes: Record<string, string>;
  /** What those import. */
  chunks: string[];
  /** For pages that are nothing without their scripts. */
  atOnce: boolean;
}

/**
 * Fetches the app once the largest picture of the first screen is there, with which it would share a slow line, or as
 * soon as the visitor touches the page. Runs it when the page's shell is there, of which the event `shell` tells. It
 * stands on its own, at the document's beginning: the document carries its text.
 */
export function startScripts({ manifest, entry, routes, chunks, atOnce }: StartPlan) {
  const patienceMs = 3_000;
  /** In pixels. A higher screen may show more than what is the first one of a phone. */
  const phoneHeight = 950;
  /** Cards and rows that a slow phone lays out and draws within a short task. */
  const partsInFrame = 4;
  const frameMs = 32;
  const touches = ["pointerdown", "touchstart", "wheel", "keydown", "focusin"];
  const modules = Object.values(routes);
  let shellIsThere = false;
  let touched = false;

  // links and forms work by themselves; what is pressed too early is pressed again
  let pressed: Element | null = null;
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest("button[type=button]") : null;
  };
  addEventListener("click", remember, true);
  const pressAgain = () => {
    const button = pressed;
    if (!(button instanceof HTMLElement && button.isConnected)) return;
    // React has taken over what carries its properties; what was streamed in comes after the page
    const alive = Object.keys(button).some((name) => name.startsWith("__reactProps"));
    setTimeout(() => (alive ? button.click() : pressAgain()), 50);
  };
  addEventListener("hydrated", pressAgain, { once: true });

  // then it is laid out: who asks where something is does not have that done before its time
  const afterPaint = (work: () => void) =>
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      work();
    }).observe({ type: "paint", buffered: true });

  // what a bar at the screen's foot covers is not seen
  const foot = () =>
    document.querySelector("[data-foot]")?.getBoundingClientRect().top ?? innerHeight;
  const isFirst = (image: HTMLImageElement) => image.getAttribute("fetchpriority") === "high";
  const inSightAbove = (end: number) => (image: HTMLImageElement) => {
    // to measure what the browser leaves out would make it lay that out
    if (image.closest("[data-below]")) return false;
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && top < end && right > 0 && left < innerWidth;
  };

  // what is not seen yet would share the line with what is, and with the scripts
  const held = new Map<HTMLImageElement, () => void>();
  const hold = () => {
    for (const image of document.images) {
      if (image.loading !== "lazy" || "early" in image.dataset || image.complete) continue;
      const { src, srcset } = image;
      image.removeAttribute("srcset");
      image.removeAttribute("src");
      held.set(image, () => Object.assign(image, { srcset, src }));
    }
  };
  const release = (images: Iterable<HTMLImageElement>) => {
    for (const image of images) {
      held.get(image)?.();
      held.delete(image);
    }
  };
  // before a frame lays them out, upon which the browser would ask for them
  const arrivals = new MutationObserver(hold);
  arrivals.observe(document, { childList: true, subtree: true });
  const releaseAll = () => release([...held.keys()]);
  addEventListener("hydrated", releaseAll, { once: true });

  // what lies below is laid out once the largest picture is drawn, part by part, or where somebody goes there
  const root = document.documentElement;
  if (innerHeight < phoneHeight) root.dataset.firstScreen = "";
  const showBelow = () => {
    delete root.dataset.firstScreen;
  };
  const showInTurn = () => {
    const parts = [...document.querySelectorAll<HTMLElement>("[data-below], [data-below] li")];
    const next = () => {
      for (const part of parts.splice(0, partsInFrame))
        part.style.contentVisibility = "below" in part.dataset ? "auto" : "visible";
      if (parts.length > 0) setTimeout(next, frameMs);
      else showBelow();
    };
    setTimeout(next, frameMs);
  };
  addEventListener("scroll", showBelow, { passive: true, once: true });

  let fetching = false;
  let running = false;
  const fetchAll = () => {
    fetching = true;
    showInTurn();
    for (const href of [...chunks, ...modules, entry, manifest]) {
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
      );
    }
  };
  const run = async () => {
    const [loaded] = await Promise.all([
      Promise.all(modules.map((module) => import(/* @vite-ignore */ module))),
      import(/* @vite-ignore */ manifest),
    ]);
    window.__remixRouteModules = Object.fromEntries(
      Object.keys(routes).map((id, index) => [id, loaded[index]]),
    );
    removeEventListener("click", remember, true);
    await import(/* @vite-ignore */ entry);
  };
  const start = () => {
    if (!fetching) fetchAll();
    if (shellIsThere && !running) {
      running = true;
      run().catch((error) => {
        releaseAll();
        throw error;
      });
    }
  };

  // known when the page's shell is drawn
  let awaited: HTMLImageElement[] | undefined;
  const startWhenSeen = () => {
    if (awaited?.every((image) => image.complete)) start();
  };
  const pictureSettled = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && isFirst(target)) start();
    else startWhenSeen();
  };
  for (const settled of ["load", "error"]) document.addEventListener(settled, pictureSettled, true);
  for (const touch of touches) {
    const onTouch = () => {
      touched = true;
      arrivals.disconnect();
      showBelow();
      releaseAll();
      start();
    };
    addEventListener(touch, onTouch, { capture: true, passive: true, once: true });
  }
  setTimeout(start, patienceMs);
  if (atOnce) start();

  const onShell = () => {
    shellIsThere = true;
    arrivals.disconnect();
    if (!touched) hold();
    if (fetching) start();
    afterPaint(() => {
      const pictures = [...document.images].filter(inSightAbove(foot()));
      release(pictures);
      const first = pictures.filter(isFirst);
      awaited = first.length > 0 ? first : pictures;
      startWhenSeen();
    });
  };
  addEventListener("shell", onShell, { once: true });
}
