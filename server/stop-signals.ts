const exit = () => process.exit();
process.on("SIGTERM", exit).on("SIGINT", exit);

/**
 * Sets what SIGTERM and SIGINT do, after all other listeners. Until then, they end the process at once, with its
 * `exitCode` or 0. Programs import this first and load the rest with `import()`, because a container's first process
 * ignores signals for which it has no listener.
 */
export function onStopSignal(stop: NodeJS.SignalsListener): void {
  process.off("SIGTERM", exit).off("SIGINT", exit).on("SIGTERM", stop).on("SIGINT", stop);
}
