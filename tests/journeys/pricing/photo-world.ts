// The whole app with a practice marketplace and a scripted AI model, for tests of photos.

import sharp from 'sharp';
import { createClient } from '#contract/client.ts';
import type { PhotoAnalysisRequest } from '#contract/pricing/photo.ts';
import { routes } from '#contract/routes.ts';
import { seeded } from '#domain/random/seeded.ts';
import { fails, playModel, says } from '#server/adapters/advisor/scripted-model.fixture.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { openInstallation, secretKey } from '../installation.ts';

/** What the scripted model says about the first photo. */
const described = {
  brand: 'Levi’s',
  category: 'Denim jacket',
  condition: 'good',
  colorAndStyle: 'Washed blue, trucker',
  size: 'L',
  description: 'A washed blue trucker jacket.',
  originalPriceUsd: 98,
  comparables: [{ title: 'Trucker jacket seen somewhere', brand: 'Levi’s', condition: 'good', priceUsd: 45 }],
};

export type PhotoWorld = Awaited<ReturnType<typeof openPhotoWorld>>;

/** `lines`: everything that the app has logged. */
export async function openPhotoWorld() {
  const { database, openApp, close } = await openInstallation();
  const model = await playModel(says(described), fails(401));
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  const app = await openApp(
    { SECRET_KEY: secretKey, AI_BASE_URL: model.baseUrl, AI_MODEL: 'eyes-1' },
    { log: { debug: write, info: write, warn: write, error: write } },
  );

  let sellers = 0;
  /** A browser that is signed in as a new seller. */
  const arrive = async () => {
    sellers += 1;
    const client = { jar: new CookieJar(), peer: `127.0.0.${sellers + 1}` };
    const api = createClient(routes, sendInProcess(app.server, client));
    await api.account.register({
      body: { firstName: 'Maya', lastName: 'Brandt', email: `maya${sellers}@example.com`, password: 'linen-and-wool' },
    });
    const analyze = (body: PhotoAnalysisRequest) => api.pricing.analyzeImage({ body });
    return { api, analyze };
  };

  return {
    app,
    database,
    model,
    lines,
    arrive,
    async close(): Promise<void> {
      await close(app);
      await model.close();
    },
  };
}

export const dataUrl = (bytes: Uint8Array, type = 'image/jpeg') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
/** Something dark blue in front of a light wall, with location and camera in its metadata. */
export const drawPhoto = async () =>
  sharp(
    Buffer.from(
      '<svg width="900" height="900"><rect width="900" height="900" fill="#e4e1dc"/><path d="M320 220h90l40 40 40-40h90l130 120-80 80-50-40v300H320V380l-50 40-80-80z" fill="#2c3a52"/></svg>',
    ),
  )
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'Maya of Elm Street' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .jpeg({ quality: 90 })
    .toBuffer();
/** The same on every run, because in some noise the reader sees a number. */
export const noise = () => {
  const random = seeded(7);
  const bytes = Buffer.alloc(64 * 64 * 3).map(() => Math.floor(random() * 256));
  return sharp(bytes, { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer();
};
