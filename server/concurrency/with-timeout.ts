/** Resolves to undefined on timeout. @throws what the promise rejects with in time */
export async function withTimeout<Value>(promise: Promise<Value>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
