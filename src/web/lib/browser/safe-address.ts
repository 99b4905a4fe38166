// Where a browser can stay signed in.

/**
 * The site's https address, if this page is at an http one: browsers drop the session of an https site there. Otherwise null.
 */
export const safeAddress = (): string | null => {
  const address = document.documentElement.dataset.address ?? '';
  return location.protocol === 'http:' && address.startsWith('https:') ? address : null;
};
