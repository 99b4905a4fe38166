// The names of garments on screen.

import type { Garment } from './garments.ts';

// biome-ignore format: a table reads as a table
const names: Readonly<Record<Garment, string>> = {
  jeans: 'Jeans', tee: 'T-shirt', top: 'Top', shirt: 'Shirt', sweater: 'Sweater', hoodie: 'Hoodie', dress: 'Dress', gown: 'Gown',
  skirt: 'Skirt', pants: 'Pants', leggings: 'Leggings', shorts: 'Shorts', jacket: 'Jacket', coat: 'Coat', blazer: 'Blazer',
  suit: 'Suit', jumpsuit: 'Jumpsuit', swimwear: 'Swimwear', underwear: 'Underwear', sneakers: 'Sneakers', boots: 'Boots',
  heels: 'Heels', sandals: 'Sandals', flats: 'Flats', shoes: 'Shoes', bag: 'Bag', clutch: 'Clutch', backpack: 'Backpack',
  luggage: 'Luggage', wallet: 'Wallet', jewelry: 'Jewelry', watch: 'Watch', sunglasses: 'Sunglasses', scarf: 'Scarf', belt: 'Belt',
  hat: 'Hat', gloves: 'Gloves', tie: 'Tie', accessory: 'Accessory',
};

export const garments = Object.keys(names)
  .map((name) => name as Garment)
  .sort((one, other) => (names[one] < names[other] ? -1 : 1));

/** The name of a garment as it is shown. `readGarment` reads it back as the same garment. */
export const garmentName = (garment: Garment): string => names[garment];
