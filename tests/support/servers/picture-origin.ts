import sharp from "sharp";
import { disposable } from "../disposable.ts";
import { listen } from "./listen.ts";

/** A host of pictures that counts requests, and can hold its answers back. */
export async function startPictureOrigin() {
  const requested: string[] = [];
  const others = new Map<string, Buffer>();
  let held: (() => void)[] | undefined;
  const noise = await sharp({
    create: {
      width: 800,
      height: 450,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  const front = await listen((incoming, response) => {
    const path = incoming.url ?? "";
    requested.push(path);
    const answer = () => {
      const other = others.get(path);
      if (other) response.end(other);
      else if (path.startsWith("/missing")) response.writeHead(404).end();
      else if (path.startsWith("/broken")) response.end("no picture");
      else response.end(noise);
    };
    if (held) held.push(answer);
    else answer();
  });
  return disposable({
    url: (name: string) => `${front.url}/${name}`,
    count: (name: string) => requested.filter((path) => path === `/${name}`).length,
    total: () => requested.length,
    /** Sets the bytes of the picture with this name. */
    put: (name: string, bytes: Buffer) => void others.set(`/${name}`, bytes),
    hold() {
      held = [];
    },
    release() {
      for (const answer of held ?? []) answer();
      held = undefined;
    },
    stop: front.stop,
  });
}
