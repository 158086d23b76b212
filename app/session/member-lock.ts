let requests = 0;

/** Chromium may refuse cookies although `cookieEnabled` is true. */
export function keepsCookies(): boolean {
  try {
    return window.localStorage !== undefined && navigator.cookieEnabled;
  } catch {
    return false;
  }
}

/** Across tabs: two of them must not create two guests, nor may a late response undo a login. */
export async function withMemberLock<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  requests += 1;
  try {
    // locks are refused together with cookies
    const locks = keepsCookies() ? navigator.locks : undefined;
    return await (locks ? locks.request("member", request) : request());
  } finally {
    requests -= 1;
  }
}

export const isMemberRequested = () => requests > 0;
