// Names the systems of sizes.

/** The names that tags and listings print, with punctuation left out. The first one is how we write it. */
const names = {
  US: 'us|usa',
  UK: 'uk|gb',
  AU: 'au|aus|nz',
  IT: 'it|ita',
  FR: 'fr|fra',
  ES: 'es|esp',
  DE: 'de|ger|deu',
  EU: 'eu|eur|euro',
  MX: 'mx|mex',
  BR: 'br|bra',
  JP: 'jp|jpn|jap',
  CN: 'cn|chn',
  KR: 'kr|kor',
  RU: 'ru|rus',
  CA: 'ca|can|cdn',
} as const;
export type SizeSystem = keyof typeof names;

const systems = new Map<string, SizeSystem>(
  Object.entries(names).flatMap(([system, spellings]) =>
    spellings.split('|').map((spelling) => [spelling, system as SizeSystem] as const),
  ),
);

export const sizeSystem = (word: string): SizeSystem | undefined => systems.get(word);
