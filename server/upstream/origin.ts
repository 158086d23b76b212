/** An address as answers carry it: absolute. Our own files are stored as paths; '' stays ''. */
export function absolute(pathOrUrl: string, origin: string): string {
  return pathOrUrl.startsWith("/") ? origin + pathOrUrl : pathOrUrl;
}
