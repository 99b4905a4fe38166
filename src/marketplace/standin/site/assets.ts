// Serves the pictures, the stylesheet, and the script of the HTML pages.

import { readFileSync } from 'node:fs';
import { addressIn, type ProfileChanges } from '../../profile/profile.ts';
import { garmentSvg } from '../pages/garments.ts';
import { stylesheet } from '../pages/stylesheet.ts';
import type { World } from '../state/model.ts';
import { type Answer, type Exchange, write } from '../wire/exchange.ts';

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
