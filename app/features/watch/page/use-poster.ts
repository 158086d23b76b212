import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { tappedCover } from "./tap.ts";

export function useTappedCover(): string {
  const [params] = useSearchParams();
  return tappedCover(params.get("id"));
}

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
