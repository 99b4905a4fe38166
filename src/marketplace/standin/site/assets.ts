// Serves the pictures, the stylesheet, and the script of the HTML pages.

import { readFileSync } from 'node:fs';
import { addressIn, type ProfileChanges } from '../../profile/profile.ts';
import drawings from '../pages/drawings.json' with { type: 'json' };
import { stylesheet } from '../pages/stylesheet.ts';
import type { World } from '../state/model.ts';
import { type Answer, type Exchange, write } from '../wire/exchange.ts';

/**
 * Drawn in an area of 300 by 300. `body` is filled with the listing's color, `shade` is a soft fold on top of it, and `seams` are
 * drawn over both in a darker shade.
 */
type Drawing = { body: string; seams: string; shade?: string };
const flats: Record<string, Drawing> = drawings;

const sizes: Record<string, number> = { s: 150, m: 300, l: 600 };
const backdrops = ['#ece6da', '#e3e6e4', '#eae3e3', '#e4e2ea', '#e6e8de', '#efe9df'] as const;

/**
 * The drawing at `{s|m|l}_{garment}_{rrggbb}_{view}.svg`, or null if the name is invalid. View 1 is straight. The others are
 * rotated, closer, or show the care label.
 */
function garmentSvg(name: string): string | null {
  const parts = /^([sml])_([a-z]+)_([0-9a-f]{6})_([1-9])\.svg$/.exec(name);
  if (parts === null) return null;
  const [, size = 'm', kind = '', rgb = '', viewText = '1'] = parts;
  const flat = Object.hasOwn(flats, kind) ? flats[kind] : undefined;
  if (flat === undefined) return null;
  const view = Number(viewText);
  const edge = sizes[size] ?? 300;
  const ink = shade(rgb, -0.42);
  const backdrop = backdrops[(Number.parseInt(rgb.slice(0, 2), 16) + view) % backdrops.length];
  const fold = flat.shade === undefined ? '' : `<path d="${flat.shade}" fill="${shade(rgb, -0.13)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="${edge}" height="${edge}"><rect width="300" height="300" fill="${backdrop}"/><g transform="${turnOf(view)}"><path d="${flat.body}" transform="translate(4 7)" fill="#000" opacity=".1"/><path d="${flat.body}" fill="#${rgb}" fill-rule="evenodd" stroke="${ink}" stroke-width="2.5" stroke-linejoin="round"/>${fold}<path d="${flat.seams}" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>${view === 3 ? careLabel : ''}</svg>`;
}

function turnOf(view: number): string {
  if (view === 2) return 'translate(150 150) scale(-1 1) rotate(-4) translate(-150 -150)';
  if (view === 3) return 'translate(150 150) scale(1.9) translate(-150 -118)';
  if (view >= 4) return `translate(150 150) rotate(${view * 5 - 26}) scale(.86) translate(-150 -150)`;
  return '';
}

const careLabel =
  '<g transform="rotate(-6 236 236)"><rect x="196" y="206" width="76" height="56" rx="2" fill="#fbfaf6" stroke="#b9b2a4"/><path d="M206 222h56M206 234h40M206 246h48" stroke="#6d675c" stroke-width="3"/></g>';

/** A lighter (above 0) or darker (below 0) shade of a color. White cloth keeps visible seams. */
function shade(rgb: string, amount: number): string {
  const channels = [0, 2, 4].map((from) => Number.parseInt(rgb.slice(from, from + 2), 16));
  // Black fabric is lightened instead, because nothing is darker than black.
  const isBlack = Math.max(...channels) < 0x40;
  const moved = channels.map((value) => (isBlack ? value + 96 * Math.abs(amount) : value * (1 + amount)));
  const hex = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${moved.map(hex).join('')}`;
}

const script = readFileSync(new URL('../pages/page.js', import.meta.url), 'utf8');
const pictures = '/pictures/';
const forAnHour = { 'Cache-Control': 'public, max-age=3600' };
const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Access-Control-Allow-Origin': '*' };

/** Answers public assets, which are not journaled. Returns false if the path is not an asset. */
export function answerAsset({ world, method, path, req, res }: Exchange): boolean {
  const asset = method === 'GET' || method === 'HEAD' ? assetAt(world, path) : null;
  if (asset === null) return false;
  write(res, { status: 200, ...asset });
  req.resume();
  return true;
}

function assetAt(world: World, path: string): Omit<Answer, 'status'> | null {
  if (path === '/standin.css') return { type: 'text/css; charset=utf-8', body: stylesheet, headers: forAnHour };
  if (path === '/standin.js')
    return { type: 'text/javascript; charset=utf-8', body: scriptFor(world), headers: forAnHour };
  if (path === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' };
  const body = path.startsWith(pictures) ? garmentSvg(path.slice(pictures.length)) : null;
  return body === null ? null : { type: 'image/svg+xml', body, headers: forEver };
}

function scriptFor({ settings: { profile } }: World): string {
  const changes: ProfileChanges = profile ?? { switches: {}, calls: {}, shapes: {} };
  const { path: sharePath, method: shareMethod } = addressIn(changes, 'share');
  const { tokenHeader = 'x-xsrf-token' } = changes.switches;
  return `globalThis.howToShare = ${JSON.stringify({ sharePath, shareMethod, tokenHeader })};\n${script}`;
}
