// Loads style sheets again that failed to load.

const failed = new Set<string>();

/** Notes every style sheet that fails. Its element goes, so that the next attempt begins with a fresh one. */
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
 * Rejects where one fails again. The bundler's own loader tries each style sheet once: without this a part that comes back
 * would be drawn unstyled.
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
