import { describe, expect, it } from 'vitest';
import { type ColorName, describeColors, dominantColors, labOf, nameColor, type Picture } from './dominant-colors.ts';

type Rgb = readonly [number, number, number];
const hex = (text: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb;

/** A picture of 96 x 72 pixels, from a function of the position (0 to 1 in each direction). */
const draw = (colorAt: (x: number, y: number) => Rgb): Picture => {
  const [width, height] = [96, 72];
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++)
    rgb.set(colorAt((at % width) / width, Math.floor(at / width) / height), at * 3);
  return { width, height, rgb };
};
const isInside = (x: number, y: number) => Math.abs(x - 0.5) < 0.27 && Math.abs(y - 0.5) < 0.36;
/** An item of one color in front of another color. Folds make it lighter and darker. */
const thing = (color: string, background: string, fold = 0.12) => {
  const own = hex(color);
  return draw((x, y) =>
    isInside(x, y)
      ? (own.map((one) => Math.max(0, Math.min(255, one * (1 + fold * Math.sin(x * 40))))) as unknown as Rgb)
      : hex(background),
  );
};
const nameOf = (picture: Picture) => dominantColors(picture)[0]?.name;

describe('a color is named as sellers name cloth', () => {
  it.each<[string, string, ColorName]>([
    ['black', '#141416', 'black'],
    ['washed black', '#353335', 'black'],
    ['charcoal', '#6b6b70', 'gray'],
    ['heather', '#9b9ca0', 'gray'],
    ['white', '#fbfbfb', 'white'],
    ['white in the shade', '#cfd0d3', 'white'],
    ['ivory', '#efe3c6', 'cream'],
    ['camel', '#b98d5e', 'tan'],
    ['khaki', '#b8a67f', 'tan'],
    ['chocolate', '#4a2f22', 'brown'],
    ['scarlet', '#c8102e', 'red'],
    ['burgundy', '#6b1a2b', 'red'],
    ['hot pink', '#e5287f', 'pink'],
    ['blush', '#eac8c6', 'pink'],
    ['burnt orange', '#c8602c', 'orange'],
    ['mustard', '#d6a526', 'yellow'],
    ['lemon', '#f2e35a', 'yellow'],
    ['mint', '#b5e2cb', 'green'],
    ['olive', '#5c6138', 'green'],
    ['forest', '#1f4a2c', 'green'],
    ['dark denim', '#2c3a52', 'blue'],
    ['light denim', '#8ea6c0', 'blue'],
    ['navy', '#1b2440', 'blue'],
    ['royal', '#2546b8', 'blue'],
    ['teal', '#1e7f86', 'blue'],
    ['lilac', '#c2aada', 'purple'],
    ['plum', '#5b2b5e', 'purple'],
  ])('%s', (_, color, name) => {
    expect(nameColor(labOf(...hex(color)))).toBe(name);
  });
});

describe('the color of an item', () => {
  it.each<[string, string, ColorName]>([
    ['#b02030', '#ffffff', 'red'],
    ['#b02030', '#b98d5e', 'red'],
    ['#2c3a52', '#d9d4cc', 'blue'],
    ['#2c3a52', '#3a2f28', 'blue'],
    ['#fafafa', '#7c1f3a', 'white'],
    ['#1a1a1c', '#e9e6e0', 'black'],
    ['#b5e2cb', '#8a6a4a', 'green'],
    ['#e5287f', '#d8d8dc', 'pink'],
  ])('%s on %s is %s', (color, background, name) => {
    expect(nameOf(thing(color, background))).toBe(name);
  });

  it('is found in front of a wall that gets darker to one side', () => {
    const wall = (x: number): Rgb => [230 - 90 * x, 228 - 90 * x, 222 - 90 * x];
    expect(nameOf(draw((x, y) => (isInside(x, y) ? hex('#1f4a2c') : wall(x))))).toBe('green');
  });

  it('is the item’s if the item fills the whole picture', () => {
    expect(nameOf(draw((x) => (Math.sin(x * 50) > 0 ? hex('#2c3a52') : hex('#34435d'))))).toBe('blue');
  });

  it('is white in warm light if the wall shows the color of the light', () => {
    expect(nameOf(thing('#e2dccb', '#d8d1bd', 0))).toBe('white');
  });

  it('names the second color if it is nearly as large', () => {
    const stripes = draw((x, y) =>
      isInside(x, y) ? (Math.sin(y * 60) > 0 ? hex('#1b2440') : hex('#fdfdfd')) : hex('#b98d5e'),
    );
    expect(
      new Set(
        dominantColors(stripes)
          .slice(0, 2)
          .map(({ name }) => name),
      ),
    ).toEqual(new Set(['blue', 'white']));
  });

  it('is the same every time', () => {
    const picture = thing('#b02030', '#b98d5e');
    expect(dominantColors(picture)).toEqual(dominantColors(picture));
  });

  it('has shares that add up to one', () => {
    const whole = dominantColors(thing('#b02030', '#fff0e0')).reduce((sum, { share }) => sum + share, 0);
    expect(whole).toBeCloseTo(1);
  });
});

it.each<[Partial<Record<ColorName, number>>, string | undefined]>([
  [{}, undefined],
  [{ blue: 0.9 }, 'Blue'],
  [{ blue: 0.7, white: 0.3 }, 'Blue and white'],
  [{ blue: 0.75, white: 0.25 }, 'Blue'],
  [{ blue: 0.4, white: 0.35, red: 0.25 }, 'Multicolor'],
])('colors are named plainly: %j', (shares, words) => {
  expect(describeColors(Object.entries(shares).map(([name, share]) => ({ name: name as ColorName, share })))).toBe(
    words,
  );
});
