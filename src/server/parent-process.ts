// Notices that `npm start` has ended, so that no server is left running without it.

const checkEveryMs = 500;

/**
 * Calls `onGone` once when the process that started this one has ended. Only under npm, which passes SIGTERM to a shell that dies
 * without passing it on. Otherwise a server may outlive the process that started it, as with nohup. On Windows a process keeps
 * the id of a parent that has ended, so nothing is noticed there.
 */
export function watchParent(onGone: () => void, env: NodeJS.ProcessEnv): void {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, checkEveryMs);
  watch.unref();
}
