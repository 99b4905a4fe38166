// Serves the pictures, the stylesheet, and the script of the HTML pages.

import { addressIn, type ProfileChanges } from '../../profile/profile.ts';
import { garmentSvg } from '../pages/garments.ts';
import { scriptOf } from '../pages/script.ts';
import { stylesheet } from '../pages/stylesheet.ts';
import type { World } from '../state/model.ts';
import { type Exchange, write } from '../wire/exchange.ts';

const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const forAnHour = { 'Cache-Control': 'public, max-age=3600' };
const pictures = '/pictures/';

/** Answers public assets, which are not journaled. Returns false if the path is not an asset. */
export function answerAsset({ world, method, path, req, res }: Exchange): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path === '/standin.css')
    write(res, { status: 200, type: 'text/css; charset=utf-8', body: stylesheet, headers: forAnHour });
  else if (path === '/standin.js')
    write(res, { status: 200, type: 'text/javascript; charset=utf-8', body: scriptFor(world), headers: forAnHour });
  else if (path === '/robots.txt')
    write(res, { status: 200, type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' });
  else if (path.startsWith(pictures)) {
    const drawing = garmentSvg(path.slice(pictures.length));
    if (drawing === null) return false;
    write(res, {
      status: 200,
      type: 'image/svg+xml',
      body: drawing,
      headers: { ...forEver, 'Access-Control-Allow-Origin': '*' },
    });
  } else return false;
  req.resume();
  return true;
}

function scriptFor({ settings: { profile } }: World): string {
  const changes: ProfileChanges = profile ?? { switches: {}, calls: {}, shapes: {} };
  const { path, method } = addressIn(changes, 'share');
  return scriptOf({
    sharePath: path,
    shareMethod: method,
    tokenHeader: changes.switches.tokenHeader ?? 'x-xsrf-token',
  });
}
