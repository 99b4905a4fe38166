// Reads a size from text.

import { fold } from '../fold-text.ts';

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'extra small': 'xs',
    'x small': 'xs',
    small: 's',
    medium: 'm',
    med: 'm',
    large: 'l',
    'x large': 'xl',
    'extra large': 'xl',
    'xx large': 'xxl',
    '2xl': 'xxl',
    '2x': 'xxl',
    '1x': 'xl plus',
    '3x': '3xl',
    'one size': 'os',
    'one size fits all': 'os',
    osfa: 'os',
    'n a': '',
    'no size': '',
    unknown: '',
  }),
);

/** A size in one spelling: "Size M", "medium", and "M international" are "m"; "33.0" is "33". undefined if unknown. */
export function readSize(text: string): string | undefined {
  const plain = fold(text.replace(/(\d)\.0+\b/g, '$1'))
    .replace(/^(size|sz) /, '')
    .replace(/ (international|us|intl)$/, '');
  const named = letters.get(plain) ?? plain;
  return named === '' ? undefined : named;
}
