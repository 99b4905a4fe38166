// Finds the colors of the item in a photo.

import { type ColorName, distance, type Lab, labOf, nameColor } from './colors.ts';

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
