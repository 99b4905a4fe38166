// Finds the colors of the item in a photo, and names them.

/** Eight bits per channel, rows from the top. About 96 pixels on the longer side are enough. */
export type Picture = { width: number; height: number; rgb: Uint8Array };

/** A color and the fraction of the item that has it, from 0 to 1. */
export type ColorShare = { name: ColorName; share: number };

/** A color must cover this much of the border to count as background. */
const leastBorderShare = 0.12;
/** Colors within this distance of a border color are background too, if they are connected to the border. */
const backgroundReach = 9;
/** If less than this is left of a picture, the supposed background was the item itself. */
const leastForeground = 0.1;

/**
 * The colors of the item in a photo, largest first. Removes the background that is connected to the border, and counts the middle
 * more than the edge.
 */
export function dominantColors(picture: Picture): ColorShare[] {
  const { width, height } = picture;
  const labs = correctCast(picture, labsOf(picture));
  const background = findBackground(picture, labs);
  const left = background.reduce((count, isOut) => count + (isOut === 0 ? 1 : 0), 0) / background.length;
  const isWhole = left < leastForeground;
  const indices: number[] = [];
  const weights: number[] = [];
  for (let at = 0; at < labs.length; at++) {
    if (!isWhole && background[at] === 1) continue;
    const x = (at % width) / width - 0.5;
    const y = Math.floor(at / width) / height - 0.5;
    indices.push(at);
    weights.push(Math.exp(-(x * x + y * y) / (2 * (isWhole ? 0.18 : 0.25) ** 2)));
  }
  const clusters = cluster(
    indices.map((at) => labs[at] ?? black),
    weights,
    6,
  );
  const shares = new Map<ColorName, number>();
  for (const { center, share } of clusters) {
    const name = nameColor(center);
    shares.set(name, (shares.get(name) ?? 0) + share);
  }
  return [...shares]
    .map(([name, share]) => ({ name, share }))
    .sort((one, other) => other.share - one.share || (one.name < other.name ? -1 : 1));
}

/** Colors in a seller's words: "Blue", "Blue and white", "Multicolor". undefined if nothing was seen. */
export function describeColors(shares: readonly ColorShare[]): string | undefined {
  const [first, second, third] = shares;
  if (first === undefined) return undefined;
  if (first.share < 0.5 && (third?.share ?? 0) >= 0.15) return 'Multicolor';
  const name = first.name.charAt(0).toUpperCase() + first.name.slice(1);
  return second !== undefined && second.share >= 0.3 ? `${name} and ${second.name}` : name;
}

const black: Lab = [0, 0, 0];

function labsOf({ width, height, rgb }: Picture): Lab[] {
  return Array.from({ length: width * height }, (_, at) =>
    labOf(rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0),
  );
}

/**
 * Removes part of the light's color: a light, nearly gray border is most often a white wall or sheet under a warm lamp. Only
 * part, because a beige wall is really beige.
 */
function correctCast(picture: Picture, labs: readonly Lab[]): Lab[] {
  const light = borderOf(picture)
    .map((at) => labs[at] ?? black)
    .filter(([lightness, a, b]) => lightness > 60 && Math.hypot(a, b) < 16);
  if (light.length < 0.3 * borderOf(picture).length) return [...labs];
  const a = castCorrection * mean(light.map((lab) => lab[1]));
  const b = castCorrection * mean(light.map((lab) => lab[2]));
  // Dark cloth shows less of the light's color than light cloth does.
  return labs.map(([lightness, ownA, ownB]) => {
    const part = Math.min(1, lightness / 70);
    return [lightness, ownA - part * a, ownB - part * b];
  });
}

const castCorrection = 0.6;

const borderOf = ({ width, height }: Picture): number[] =>
  Array.from({ length: width * height }, (_, at) => at).filter((at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    return x < 2 || y < 2 || x >= width - 2 || y >= height - 2;
  });

/** 1 for every pixel that is connected to the border and looks like it. */
function findBackground(picture: Picture, labs: readonly Lab[]): Uint8Array {
  const { width, height } = picture;
  const border = borderOf(picture);
  const centers = cluster(
    border.map((at) => labs[at] ?? black),
    border.map(() => 1),
    4,
  ).filter(({ share }) => share >= leastBorderShare);
  const isLike = (at: number): boolean => {
    const lab = labs[at] ?? black;
    return centers.some(({ center }) => distance(lab, center) < backgroundReach);
  };
  const out = new Uint8Array(labs.length);
  const open = border.filter(isLike);
  for (const at of open) out[at] = 1;
  while (open.length > 0) {
    const at = open.pop() ?? 0;
    const x = at % width;
    const own = labs[at] ?? black;
    const near = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const next of near) {
      if (next < 0 || next >= width * height || out[next] === 1) continue;
      // A soft shadow on a wall changes little from pixel to pixel.
      const isStep = distance(labs[next] ?? black, own) < 1.2;
      if (!isLike(next) && !isStep) continue;
      out[next] = 1;
      open.push(next);
    }
  }
  return out;
}

type Cluster = { center: Lab; share: number };

/** k-means that starts from the farthest points instead of random ones, so that a picture always has the same colors. */
function cluster(points: readonly Lab[], weights: readonly number[], most: number): Cluster[] {
  if (points.length === 0) return [];
  const centers: Lab[] = [meanOf(points, weights)];
  const far = points.map((point) => distance(point, centers[0] ?? black));
  while (centers.length < most) {
    let best = 0;
    let value = 0;
    far.forEach((distant, at) => {
      const worth = distant * distant * (weights[at] ?? 0);
      if (worth > value) [best, value] = [at, worth];
    });
    const next = points[best];
    if (next === undefined || (far[best] ?? 0) < 4) break;
    centers.push(next);
    points.forEach((point, at) => {
      far[at] = Math.min(far[at] ?? 0, distance(point, next));
    });
  }
  let owners: number[] = [];
  for (let round = 0; round < 8; round++) {
    owners = points.map((point) => nearest(centers, point));
    for (let own = 0; own < centers.length; own++) {
      const members = points.flatMap((point, at) => (owners[at] === own ? [{ point, weight: weights[at] ?? 0 }] : []));
      if (members.length > 0)
        centers[own] = meanOf(
          members.map(({ point }) => point),
          members.map(({ weight }) => weight),
        );
    }
  }
  const masses = centers.map(() => 0);
  owners.forEach((owner, at) => {
    masses[owner] = (masses[owner] ?? 0) + (weights[at] ?? 0);
  });
  const whole = masses.reduce((sum, mass) => sum + mass, 0) || 1;
  return centers.map((center, own) => ({ center, share: (masses[own] ?? 0) / whole })).filter(({ share }) => share > 0);
}

function nearest(centers: readonly Lab[], point: Lab): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  centers.forEach((center, at) => {
    const far = distance(center, point);
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

function meanOf(points: readonly Lab[], weights: readonly number[]): Lab {
  let [lightness, a, b, whole] = [0, 0, 0, 0];
  points.forEach((point, at) => {
    const weight = weights[at] ?? 0;
    lightness += point[0] * weight;
    a += point[1] * weight;
    b += point[2] * weight;
    whole += weight;
  });
  return [lightness / whole, a / whole, b / whole];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** CIE L*a*b* under D65: lightness 0 to 100, green to red, blue to yellow. */
type Lab = readonly [lightness: number, a: number, b: number];

const linear = Float64Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

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
 * Examples of each color as it looks on cloth, by the marketplace's names, without gold and silver, because a photo does not show that
 * something is metal. The nearest example names a color. They are judgment, written by hand. Denim and
 * navy are among the blues, because with the little color they have in photos they would be nearest to gray and black.
 */
// biome-ignore format: a table reads as a table
const examples = {
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
} as const satisfies Record<string, readonly Lab[]>;
export type ColorName = keyof typeof examples;
const known = (Object.keys(examples) as ColorName[]).flatMap((name) => examples[name].map((lab) => ({ name, lab })));

/** Light and shadow change the lightness of cloth far more than its hue. */
const lightnessWeight = 0.55;

/** How different two colors look. About 2 is the least that people notice. */
function distance(one: Lab, other: Lab): number {
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
