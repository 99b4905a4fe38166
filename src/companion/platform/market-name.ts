// Texts are written for Poshmark. On another marketplace, they name that one.

/** `https://poshmark.com` is Poshmark. Every other marketplace is for practice. */
export const marketName = (origin: string | undefined): string =>
  origin === undefined || /(^|\.)poshmark\.com$/.test(new URL(origin).hostname)
    ? 'Poshmark'
    : 'the practice marketplace';

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const inPlace = (text: string, origin: string | undefined): string => {
  const name = marketName(origin);
  if (name === 'Poshmark') return text;
  return text
    .replace(/\b([Yy]our|[Aa]) Poshmark\b/g, '$1 practice')
    .replace(/\b([Tt]he) Poshmark\b/g, '$1 practice marketplace')
    .replace(/(^|[.!] )Poshmark/g, `$1${capitalized(name)}`)
    .replaceAll('Poshmark', name);
};

/** The button that makes the browser ask for its permission to use the marketplace's site. */
export const allowText = (origin: string): string =>
  `Allow ${marketName(origin) === 'Poshmark' ? 'poshmark.com' : new URL(origin).host}`;
export const deniedText = 'Your browser didn’t allow it. Nothing is shared from here until you do.';
