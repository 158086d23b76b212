let requests = 0;

/** Whether the browser keeps what makes a visitor a member. Where Chromium refuses, `cookieEnabled` alone does not say so. */
export function keepsCookies(): boolean {
  try {
    return window.localStorage !== undefined && navigator.cookieEnabled;
  } catch {
    return false;
  }
}

/** Over all tabs, so that two of them create one guest and no late response undoes a login. */
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

/** Whether a request of this tab waits for the lock or has it. */
export const isMemberRequested = () => requests > 0;
