// The format of `hangtag-recording.json`: how a marketplace answered, without anything personal.

import { z } from 'zod';

export const mostEntries = 5000;
/** A name that is short and has no line breaks. */
const name = z.string().max(200);
const path = z.string().max(500).regex(/^\//, 'must begin with a slash');

export const Entry = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  path: path.describe('The path, with a placeholder such as <id:3> for each part that names something.'),
  query: z.record(name, z.json()).describe('The query. A parameter that contains JSON is an object.'),
  requestHeaders: z.array(name).describe('Names in lower case, without values.'),
  sent: z.json().optional().describe('The body of the request.'),
  status: z.int().min(100).max(599),
  responseHeaders: z.array(name).describe('Names in lower case, without values.'),
  setsCookies: z.array(name).describe('Names of the cookies that Hangtag knows.'),
  received: z.json().optional().describe('The reply, if it is JSON. Lists are cut to three items.'),
  page: z
    .strictObject({
      hasToken: z.boolean().describe('Whether the page has a CSRF token where Hangtag looks for it.'),
      marks: z.array(z.enum(['login', 'human_check', 'not_found'])),
      state: z.json().optional().describe('The state that the page contains for its script.'),
    })
    .optional()
    .describe('The reply, if it is a page.'),
});
export type Entry = z.infer<typeof Entry>;

export const Recording = z.strictObject({
  format: z.literal('hangtag-recording'),
  version: z.literal(1),
  marketplace: name.describe('poshmark.com, practice, or other.'),
  recordedOn: z.iso.date(),
  madeFrom: z.enum(['har', 'companion']),
  entries: z.array(Entry).max(mostEntries),
});
export type Recording = z.infer<typeof Recording>;
