// Names colors and compares them as people see them.

/** The marketplace's color names, without gold and silver, because a photo does not show that something is metal. */
const colorNames = [
  'black',
  'gray',
  'white',
  'cream',
  'tan',
  'brown',
  'red',
  'pink',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
] as const;
export type ColorName = (typeof colorNames)[number];

/** CIE L*a*b* under D65: lightness 0 to 100, green to red, blue to yellow. */
export type Lab = readonly [lightness: number, a: number, b: number];

const linear = Float64Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Converts sRGB bytes to Lab. */
export function labOf(red: number, green: number, blue: number): Lab {
  const r = linear[red] ?? 0;
  const g = linear[green] ?? 0;
  const b = linear[blue] ?? 0;
  const x = rooted((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = rooted(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = rooted((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rooted = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);

/*
 * Examples of each color as it looks on cloth. The nearest example names a color. They are judgment, written by hand. Denim and
 * navy are among the blues, because with the little color they have in photos they would be nearest to gray and black.
 */
// biome-ignore format: a table reads as a table
const examples: Readonly<Record<ColorName, readonly Lab[]>> = {
  black: [[4, 0, 0], [12, 0, 0], [20, 0, 0], [28, 0, 0], [18, 2, 2], [16, 1, -3], [22, 1, -4], [10, 0, -5], [28, 2, 2]],
  gray: [[42, 0, 0], [50, 0, 0], [60, 0, 0], [68, 0, 0], [73, 0, 0], [45, 0, -3], [62, 0, -3], [40, 2, 3], [60, 2, 4], [72, 1, 3]],
  white: [[97, 0, 0], [91, 0, 0], [82, 0, 0], [82, 0, -3], [90, 0, -4], [92, 1, 4], [86, 1, 3]],
  cream: [[92, 0, 13], [88, 2, 12], [82, 3, 13], [88, 3, 20]],
  tan: [[72, 5, 18], [61, 13, 33], [66, 7, 20], [60, 8, 22], [74, 6, 25], [66, 5, 13], [56, 6, 16]],
  brown: [[44, 12, 18], [36, 14, 20], [28, 10, 12], [22, 8, 9], [50, 18, 30], [42, 7, 11], [36, 20, 26], [31, 5, 8]],
  red: [[48, 68, 48], [42, 60, 38], [36, 52, 28], [28, 40, 18], [24, 32, 10], [54, 62, 34], [46, 50, 22], [20, 22, 7]],
  pink: [[60, 66, 4], [52, 68, -4], [58, 58, 14], [70, 42, 4], [80, 24, 6], [86, 13, 4], [74, 28, 14], [62, 46, 12], [68, 18, 6], [78, 16, 12], [70, 10, -4], [64, 27, -7], [72, 12, 8]],
  orange: [[66, 46, 62], [60, 52, 54], [70, 34, 48], [76, 28, 44], [56, 44, 42], [64, 42, 32]],
  yellow: [[90, -6, 76], [84, 4, 68], [92, -6, 42], [76, 10, 64], [70, 8, 52], [88, -2, 52]],
  green: [[46, -48, 36], [34, -26, 16], [26, -14, 8], [56, -20, 28], [46, -10, 26], [36, -6, 18], [66, -14, 16], [84, -20, 6], [72, -24, 2], [58, -34, 4], [80, -30, 38], [28, -5, 12], [52, -6, 16], [64, -8, 24], [50, -9, 0], [60, -10, 3]],
  blue: [[20, 3, -14], [14, 3, -11], [24, 1, -10], [32, 0, -13], [36, 0, -10], [44, -2, -13], [54, -4, -13], [62, -5, -14], [70, -5, -13], [80, -5, -12], [38, 14, -46], [46, 6, -50], [58, -8, -34], [30, 20, -50], [70, -14, -24], [50, -18, -22], [84, -8, -14], [30, -4, -8], [46, -24, -14]],
  purple: [[32, 34, -36], [44, 30, -30], [26, 22, -16], [60, 22, -24], [74, 14, -18], [36, 44, -30], [46, 40, -20], [28, 28, -8], [66, 34, -20], [80, 12, -12], [36, 9, -9]],
};
const known = colorNames.flatMap((name) => examples[name].map((lab) => ({ name, lab })));

/** Light and shadow change the lightness of cloth far more than its hue. */
const lightnessWeight = 0.55;

/** How different two colors look. About 2 is the least that people notice. */
export function distance(one: Lab, other: Lab): number {
  return Math.hypot((one[0] - other[0]) * lightnessWeight, one[1] - other[1], one[2] - other[2]);
}

export function nameColor(lab: Lab): ColorName {
  let best: ColorName = 'gray';
  let least = Number.POSITIVE_INFINITY;
  for (const { name, lab: example } of known) {
    const far = distance(lab, example);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}
