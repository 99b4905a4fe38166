// Names and handles of seeded sellers.

import { dice } from './random.ts';

const firstNames =
  `Maya Jo Rosa Ines Tess Noor Beth Kim Ana Ruth Lena Cora Dana Faye Gwen Hana Isla June Kaia Lucy Mina Nell Opal
  Pia Quinn Rae Sam Theo Uma Vera Wes Yara`.split(/\s+/);
const lastNames =
  `Alder Brook Calder Dale Ellis Frost Grove Hollis Ivers Jarvis Keene Lowe Marsh Nash Orr Pace Quill Reed Shaw
  Tate Usher Vance Wilde Yates`.split(/\s+/);
const adjectives =
  `amber birch cedar clover coral dusty ember fern golden hazel indigo juniper linen maple meadow misty olive opal
  paper pepper quiet river rosy sage silver sunny thrifty velvet willow winter`.split(/\s+/);
const nouns =
  'closet threads attic hanger rack wardrobe finds stitch seam loft trunk drawer button pocket cuff hem'.split(' ');

type Person = { handle: string; fullName: string };

/** A seller's name. The serial number makes the handle unique. */
export function personOf(seed: number, serial: number): Person {
  const roll = dice(seed, serial, 0x9e0917);
  return {
    handle: `${roll.pick(adjectives)}_${roll.pick(nouns)}_${serial}`,
    fullName: `${roll.pick(firstNames)} ${roll.pick(lastNames)}`,
  };
}
