/**
 * Requests that change who is visiting run one at a time, over all tabs, each with the cookie that the one before it
 * was given: two tabs make one guest, and no late answer undoes a login.
 */
export async function withMemberLock<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? await navigator.locks.request("member", request) : request();
}
