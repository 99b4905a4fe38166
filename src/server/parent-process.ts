// Notices that `npm start` was ended without us, so that no server stays behind that nobody started.

const lookEveryMs = 500;

/**
 * Calls `onGone` once when the process that started this one has ended. Only under npm: it takes SIGTERM for itself and
 * passes it to a shell, which dies without passing it on. Elsewhere a server may outlive whoever started it, as with nohup.
 * On Windows a process keeps the number of a parent that is gone, so there nothing is noticed.
 */
export function watchParent(onGone: () => void, env: NodeJS.ProcessEnv): void {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, lookEveryMs);
  watch.unref();
}
