// Fetches pictures of listings for sellers who don't want the marketplace to see their device.

import { Agent, type Dispatcher, request } from 'undici';
import { pictureTypeOf } from '#domain/picture-file.ts';
import type { PictureAnswer, PictureLoader } from '#domain/ports/picture-loader.ts';
import { notPublic, type PublicNetwork, publicConnector, publicNetwork } from './public-network.ts';
import { codeOf } from './start-problem.ts';

/** Hosts that serve Poshmark's photos, beside the marketplace itself. */
const photoHosts = ['.cloudfront.net', '.poshmark.com'];
/** A cover photo has 100 to 300 KB. */
const mostBytes = 3_000_000;

/**
 * The address of a picture comes from the marketplace, so it could be any address. A picture is loaded from the seller's own
 * marketplace or from a host of its photos, and a photo host must be in the open internet. It follows no redirect and sends no
 * cookie. Only JPEG, PNG, and WebP pass, by their bytes: an SVG can contain scripts.
 */
export function pictureLoader(given: {
  /** null: there is no such marketplace. */
  origins: { real: string | null; practice: string | null };
  userAgent: string;
  network?: PublicNetwork;
  limitMs?: number;
}): PictureLoader {
  const { origins, userAgent, network = publicNetwork, limitMs = 10_000 } = given;
  const options = { connections: 6, headersTimeout: limitMs, bodyTimeout: limitMs, maxHeaderSize: 16_384 };
  const own = new Agent({ ...options, connect: { timeout: limitMs } });
  const photos = new Agent({ ...options, connect: publicConnector(network, { timeout: limitMs }) });

  return {
    async load(address, { practice }) {
      const origin = practice ? origins.practice : origins.real;
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || url.username !== '' || url.password !== '') return refused('the address is no web address');
      if (url.origin === origin) return load(url, own);
      if (practice || !isPhotoHost(url)) return refused('the host is none of the marketplace');
      return load(url, photos);
    },
    async close() {
      await Promise.all([own.destroy(), photos.destroy()]);
    },
  };

  async function load(url: URL, dispatcher: Dispatcher): Promise<PictureAnswer> {
    try {
      const answer = await request(url, {
        dispatcher,
        headers: { accept: 'image/webp,image/png,image/jpeg', 'user-agent': userAgent },
        signal: AbortSignal.timeout(limitMs),
      });
      const { statusCode: status, body } = answer;
      if (status !== 200) {
        await body.dump({ limit: 4096 }).catch(() => {});
        return { kind: status >= 500 || status === 429 ? 'unavailable' : 'refused', why: `status ${status}` };
      }
      const bytes = await readAtMost(body, mostBytes);
      if (bytes === null) return refused('the picture is too large');
      const type = pictureTypeOf(bytes);
      return type === null ? refused('the file is no JPEG, PNG, or WebP') : { kind: 'ok', picture: { bytes, type } };
    } catch (error) {
      const code = codeOf(error) || 'unknown';
      return code === notPublic ? refused('the host is not in the open internet') : { kind: 'unavailable', why: code };
    }
  }
}

const refused = (why: string): PictureAnswer => ({ kind: 'refused', why });

const isPhotoHost = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && photoHosts.some((ending) => hostname.endsWith(ending));

/** null: there are more bytes, and the rest was not read. */
async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
