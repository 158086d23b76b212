const exit = () => process.exit();
process.on("SIGTERM", exit).on("SIGINT", exit);

/**
 * Sets what SIGTERM and SIGINT do, after all other listeners; before, they end the process at once, with its `exitCode`
 * or 0. A program imports this first and all that takes time to load by `import()`, because a container's first process
 * ignores signals for which it has no listener.
 */
export function onStopSignal(stop: NodeJS.SignalsListener): void {
  process.off("SIGTERM", exit).off("SIGINT", exit).on("SIGTERM", stop).on("SIGINT", stop);
}
