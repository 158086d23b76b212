/** Over all tabs, so that two of them create one guest and no late response undoes a login. */
export async function withMemberLock<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? await navigator.locks.request("member", request) : request();
}
