// Registers the service worker, so that the app opens without a connection and can be installed.

/** Only built files are kept. The server's replies are not. */
export const keepOfflineShell = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // The worker did not see the files that were loaded before it started: their names are sent to it.
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name, location.href).pathname);
      const assets = paths.filter((path) => path.startsWith('/assets/') || path === '/theme.js');
      if (assets.length > 0) active?.postMessage({ assets });
    }).observe({ type: 'resource', buffered: true });
  } catch {
    // Without a worker (in a private window, for example) the app only needs a connection.
  }
};
