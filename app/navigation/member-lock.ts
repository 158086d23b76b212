let requests = 0;

/** Over all tabs, so that two of them create one guest and no late response undoes a login. */
export async function withMemberLock<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  requests += 1;
  try {
    return await (navigator.locks ? navigator.locks.request("member", request) : request());
  } finally {
    requests -= 1;
  }
}

/** Whether a request of this tab waits for the lock or has it. */
export const isMemberRequested = () => requests > 0;
