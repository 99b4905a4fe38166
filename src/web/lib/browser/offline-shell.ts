// Registers the service worker, so that the app opens without a connection and can be installed.

/** The service worker stores only built files, never the server's replies. */
export const keepOfflineShell = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // The worker did not see the files that were loaded before it started, so send it their names.
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name, location.href).pathname);
      const assets = paths.filter((path) => path.startsWith('/assets/') || path === '/theme.js');
      if (assets.length > 0) active?.postMessage({ assets });
    }).observe({ type: 'resource', buffered: true });
  } catch {
    // Without a worker, as in some private windows, the app just needs a connection.
  }
};
