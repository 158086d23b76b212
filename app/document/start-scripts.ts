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
 * Fetches the app once the pictures of the first screen are there, with which it would share a slow line, or as soon
 * as the visitor touches the page. It stands on its own: the document carries its text.
 */
export function startScripts({ manifest, entry, routes, chunks, atOnce }: StartPlan) {
  const patienceMs = 3_000;
  const touches = ["pointerdown", "touchstart", "wheel", "keydown", "focusin"];

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

  const inSight = (image: HTMLImageElement) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  const all = [...document.images];
  const pictures = all.filter(inSight);
  const first = pictures.filter((image) => image.getAttribute("fetchpriority") === "high");
  const awaited = first.length > 0 ? first : pictures;

  // what is not seen yet would share the line with what is, and with the scripts
  const held = all
    .filter((image) => image.loading === "lazy" && !image.complete && !pictures.includes(image))
    .map((image) => {
      const { src, srcset } = image;
      image.removeAttribute("srcset");
      image.removeAttribute("src");
      return () => Object.assign(image, { srcset, src });
    });
  const release = () => {
    for (const show of held.splice(0)) show();
  };

  const load = async () => {
    const modules = Object.values(routes);
    for (const href of [...chunks, ...modules, entry, manifest]) {
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
      );
    }
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
  let started: Promise<void> | undefined;
  const start = () => {
    if (!started) started = load().finally(release);
  };

  const startWhenSeen = () => {
    if (atOnce || awaited.every((image) => image.complete)) start();
  };
  for (const image of awaited) {
    image.addEventListener("load", startWhenSeen);
    image.addEventListener("error", startWhenSeen);
  }
  for (const touch of touches) {
    const touched = () => {
      release();
      start();
    };
    addEventListener(touch, touched, { capture: true, passive: true, once: true });
  }
  setTimeout(start, patienceMs);
  startWhenSeen();
}
