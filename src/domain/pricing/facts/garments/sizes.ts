// Reads a size from text.

import { fold } from '../fold-text.ts';
import { sizeSystem } from './size-systems.ts';

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

/** In the languages of tags, folded. */
const sizeWords = /^(size|sz|taille|taglia|tg|talla|groe?(?:ss|ß)e|gr|tamanho|maat|storlek) /;
/** What `withUsSize` adds where there is no single American size. */
const severalSizes = / \(US [\d.]+ (?:to|for) .*\)$/;

/**
 * A size in one spelling: "Size M", "medium", and "M international" are "m", "33.0" is "33", and "EU 39" is "39 eu". American sizes
 * need no system, and where several are named, the American one counts: "EUR 38 USA 6" is "6". undefined if unknown.
 */
export function readSize(text: string): string | undefined {
  const plain = fold(
    text
      .replace(severalSizes, '')
      .replace(/(\d)\.0+\b/g, '$1')
      .replace(/(\d) 1\/2\b/g, '$1.5')
      .replace(/\bW ?(\d{2}) ?[x/]? ?L ?(\d{2})\b|\b(\d{2})[xX](\d{2})\b/i, '$1$3 x $2$4'),
  )
    .replace(sizeWords, '')
    .replace(/ (international|us|usa|intl)$/, '');
  const american = /\busa? (\d{1,2}(?: 5)?|\d{1,2}[a-z]|x*[sml])\b/.exec(plain)?.[1] ?? plain;
  const [first = '', ...rest] = american.split(' ');
  const system = sizeSystem(first);
  const inOrder = system !== undefined && rest.length > 0 ? `${rest.join(' ')} ${system.toLowerCase()}` : american;
  const named = letters.get(inOrder) ?? inOrder;
  return named === '' ? undefined : named;
}
