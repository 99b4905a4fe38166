// Reloads style sheets that failed to load.

const failed = new Set<string>();

/** Notes every style sheet that fails and removes its element, so that the next attempt starts with a fresh one. */
export const watchStyles = (): void => {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.add(target.href);
      target.remove();
    },
    { capture: true },
  );
};

/**
 * Rejects if a style sheet fails again. The bundler's loader tries each style sheet only once, so without this a part that loads
 * on a second attempt would have no styles.
 */
export const reloadFailedStyles = async (): Promise<void> => {
  await Promise.all(
    [...failed].map(async (href) => {
      await loadStyle(href);
      failed.delete(href);
    }),
  );
};

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Style sheet failed to load: ${href}`)));
    document.head.append(link);
  });
