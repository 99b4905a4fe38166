import { expect, test } from 'vitest';
import { CannotListen } from './cannot-listen.ts';

test.each([
  ['EADDRINUSE', 5000, /already using port 5000.*PORT=5001/],
  ['EACCES', 80, /not allowed to listen on port 80.*above 1023/],
  ['EACCES', 5000, /antivirus.*PORT=5001/],
  ['EADDRNOTAVAIL', 5000, /does not have the address.*HOST/],
  ['EMFILE', 5000, /EMFILE/],
])('%s at port %i is said in one sentence, with a way out', (code, port, says) => {
  expect(new CannotListen(Object.assign(new Error(), { code }), port, '10.0.0.1').message).toMatch(says);
});
