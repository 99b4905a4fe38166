// The spelling of brand names on screen.

/** Brands whose names are written in another way than with a capital letter for each word. From general knowledge. */
// biome-ignore format: a table reads as a table
const written: ReadonlyMap<string, string> = new Map(Object.entries({
  levis: 'Levi’s', 'h m': 'H&M', 'j crew': 'J.Crew', 'll bean': 'L.L.Bean', 'dolce gabbana': 'Dolce & Gabbana', 'rag bone': 'rag & bone',
  'alice olivia': 'alice + olivia', 'abercrombie fitch': 'Abercrombie & Fitch', 'victorias secret': 'Victoria’s Secret', 'dr martens': 'Dr. Martens',
  allsaints: 'AllSaints', 'tiffany': 'Tiffany & Co.', 'st john': 'St. John', 'j jill': 'J.Jill', 'a n a': 'a.n.a', 'jbrand': 'J Brand', 'arcteryx': 'Arc’teryx',
  'chicos': 'Chico’s', 'kohls': 'Kohl’s', 'carters': 'Carter’s', 'lands end': 'Lands’ End', 'tods': 'Tod’s', 'childrens place': 'The Children’s Place',
  'van cleef arpels': 'Van Cleef & Arpels', 'steve madden': 'Steve Madden', 'comme des garcons': 'Comme des Garçons', ugg: 'UGG', bape: 'BAPE', dkny: 'DKNY', lee: 'Lee', alo: 'Alo', bcbg: 'BCBG',
  'loveshackfancy': 'LoveShackFancy', 'love shack fancy': 'LoveShackFancy', 'true religion': 'True Religion', 'lululemon': 'lululemon', 'apc': 'A.P.C.',
  'st johns bay': 'St. John’s Bay', '7 for all mankind': '7 For All Mankind', 'hermes': 'Hermès', 'chloe': 'Chloé', 're done': 'RE/DONE', 'doen': 'Dôen',
  loft: 'LOFT', adidas: 'adidas', 'ray ban': 'Ray-Ban', '3 1 phillip lim': '3.1 Phillip Lim', 'farm rio': 'FARM Rio', 'cat jack': 'Cat & Jack', 'nic zoe': 'NIC + ZOE',
  'rue 21': 'rue21', 'apt 9': 'Apt. 9', 'diane von furstenberg': 'Diane von Furstenberg', 'alexander mcqueen': 'Alexander McQueen',
  'stella mccartney': 'Stella McCartney', rvca: 'RVCA', asos: 'ASOS', 'h m studio': 'H&M Studio', bcbgmaxazria: 'BCBGMAXAZRIA', bcbgeneration: 'BCBGeneration',
  'dooney bourke': 'Dooney & Bourke', 'current elliott': 'Current/Elliott', 'new york company': 'New York & Company', 'croft barrow': 'Croft & Barrow', agolde: 'AGOLDE',
  lularoe: 'LuLaRoe', oshkosh: 'OshKosh', pacsun: 'PacSun', modcloth: 'ModCloth', 'levis vintage clothing': 'Levi’s Vintage Clothing', francescas: 'Francesca’s',
  'off white': 'Off-White', toms: 'TOMS', hoka: 'HOKA',
}));

/** Short words that are initials even in a longer name. */
const initials = new Set(['ag', 'cb', 'kut', 'lc', 'nyc', 'usa', 'wip']);
const smallWords = new Set(['and', 'by', 'de', 'for', 'from', 'in', 'la', 'of', 'the']);

/** A folded brand as it is shown: "ralph lauren" becomes "Ralph Lauren", "h m" becomes "H&M". */
export function brandName(folded: string): string {
  const own = written.get(folded);
  if (own !== undefined) return own;
  const words = folded.split(' ');
  return words
    .map((word, at) => {
      if (initials.has(word) || (words.length === 1 && word.length <= 3)) return word.toUpperCase();
      return at > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}
