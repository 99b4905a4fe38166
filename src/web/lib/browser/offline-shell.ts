/**
 * Keeps the app's own files for a start without a connection, and makes it installable. Only what is built is kept; what
 * the server tells is not.
 */
export const keepOfflineShell = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // What was loaded before the worker stood, and what comes past it: the worker has the same files by then, or fetches them.
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name, location.href).pathname);
      const assets = paths.filter((path) => path.startsWith('/assets/') || path === '/theme.js');
      if (assets.length > 0) active?.postMessage({ assets });
    }).observe({ type: 'resource', buffered: true });
  } catch {
    // A browser that keeps nothing (a private window, say) works as before, only not without a connection.
  }
};
