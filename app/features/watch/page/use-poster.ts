import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { tappedCover } from "./tap.ts";

/** The picture that the visitor tapped to come to this video. */
export function useTappedCover(): string {
  const [params] = useSearchParams();
  return tappedCover(params.get("id"));
}

/** The tapped cover, until the poster itself can be shown. */
export function usePoster(address: string): string {
  const cover = useTappedCover();
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (!cover || !address) return;
    let current = true;
    const picture = Object.assign(new Image(), { src: address });
    picture.decode().then(
      () => current && setShown(address),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [cover, address]);
  return cover && shown !== address ? cover : address;
}
