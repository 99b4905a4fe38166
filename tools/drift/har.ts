// Reads a HAR file, as browsers' developer tools save it, and makes a recording of it.

import { z } from 'zod';
import { mostEntries, type Recording } from '../../src/marketplace/recording/recording.ts';
import { isPoshmark, type Observed, recordingOf } from '../../src/marketplace/recording/redactor.ts';

const Headers = z.array(z.object({ name: z.string(), value: z.string().catch('') })).catch([]);
const HarEntry = z.object({
  startedDateTime: z.string().optional().catch(undefined),
  request: z.object({
    method: z.string(),
    url: z.url(),
    headers: Headers,
    postData: z
      .object({ mimeType: z.string().catch(''), text: z.string().optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  response: z.object({
    status: z.number(),
    headers: Headers,
    content: z
      .object({
        mimeType: z.string().catch(''),
        text: z.string().optional().catch(undefined),
        encoding: z.string().optional().catch(undefined),
      })
      .catch({ mimeType: '' }),
  }),
});
type HarEntry = z.infer<typeof HarEntry>;
/** Entries are checked one by one, because an address such as `data:` in one of them must not spoil the others. */
export const Har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

type FromHar = { recording: Recording } | { problem: string };

/** `origin` names the marketplace. Without it, it is the origin that most calls went to. */
export function recordingFromHar(har: z.infer<typeof Har>, { now }: { now: number }): FromHar {
  const entries = har.log.entries.flatMap((entry) => HarEntry.safeParse(entry).data ?? []);
  const origin = marketplaceIn(entries);
  if (origin === null)
    return {
      problem:
        'It contains no calls to a marketplace. Open the developer tools on the marketplace before you click, keep the log, and save all requests as HAR.',
    };
  const seen = entries.filter(({ request, response }) => isTalk(request.url, origin, response.content.mimeType));
  if (!seen.some(({ response }) => (response.content.text ?? '') !== ''))
    return { problem: 'It contains no replies. Save it as HAR with content.' };
  const observed = seen.slice(0, mostEntries).map(observedFrom);
  const started = Date.parse(seen[0]?.startedDateTime ?? '');
  const startedAt = Number.isNaN(started) ? now : started;
  return { recording: recordingOf(observed, { origin, startedAt, madeFrom: 'har' }) };
}

const isApi = (url: string): boolean => new URL(url).pathname.startsWith('/vm-rest/');

function marketplaceIn(entries: readonly HarEntry[]): string | null {
  const counts = new Map<string, number>();
  for (const { request } of entries) {
    if (!/^https?:/.test(request.url)) continue;
    const { origin } = new URL(request.url);
    const weight = isApi(request.url) || isPoshmark(origin) ? 1 : 0;
    counts.set(origin, (counts.get(origin) ?? 0) + weight);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most !== undefined && most[1] > 0 ? most[0] : null;
}

/** Pages and JSON. Pictures, scripts, and styles say nothing about how the marketplace talks. */
const isTalk = (url: string, origin: string, type: string): boolean =>
  new URL(url).origin === origin && (isApi(url) || /json|html/.test(type));

function observedFrom({ request, response }: HarEntry): Observed {
  const { mimeType, text, encoding } = response.content;
  const words = text !== undefined && encoding === 'base64' ? fromBase64(text) : text;
  return {
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    ...(request.postData?.text === undefined
      ? {}
      : { requestBody: { type: request.postData.mimeType, text: request.postData.text } }),
    status: response.status,
    responseHeaders: response.headers,
    ...(words === undefined || words === '' ? {} : { responseBody: { type: mimeType, text: words } }),
  };
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}
