let requests = 0;

/** If cookies are blocked, Chromium may still say `cookieEnabled`, but `localStorage` throws. */
export function keepsCookies(): boolean {
  try {
    return window.localStorage !== undefined && navigator.cookieEnabled;
  } catch {
    return false;
  }
}

/** One request at a time in all tabs: two tabs must not create two guests, and a late response must not undo a login. */
export async function withMemberLock<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  requests += 1;
  try {
    // browsers that block cookies also refuse locks
    const locks = keepsCookies() ? navigator.locks : undefined;
    return await (locks ? locks.request("member", request) : request());
  } finally {
    requests -= 1;
  }
}

export const isMemberRequested = () => requests > 0;
