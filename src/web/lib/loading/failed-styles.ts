// Lets a style sheet that failed to load be loaded again.

/**
 * The bundler takes a style sheet whose element is on the page for loaded, also where it failed: the part would come back
 * unstyled. Removing the element makes the next attempt load it.
 */
export const removeFailedStyles = (): void => {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    { capture: true },
  );
};
