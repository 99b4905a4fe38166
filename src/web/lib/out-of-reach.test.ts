import { expect, it } from 'vitest';
import { isOutOfReach } from './out-of-reach.ts';

it.each([
  ['http://127.0.0.1:4010/pictures/a.svg', 'localhost', false],
  ['http://127.0.0.1:4010/pictures/a.svg', '127.0.0.1', false],
  ['http://127.0.0.1:4010/pictures/a.svg', 'hangtag.example', true],
  ['http://localhost:4010/pictures/a.svg', '192.168.0.7', true],
  ['http://192.168.0.7:4010/pictures/a.svg', 'nas.local', false],
  ['https://di2ponv0v5otw.cloudfront.net/a.jpg', 'hangtag.example', false],
  ['data:image/png;base64,AA==', 'hangtag.example', false],
  ['not an address', 'hangtag.example', false],
])('whether %s is out of reach of a browser that opened Hangtag at %s: %s', (address, pageHost, expected) => {
  expect(isOutOfReach(address, pageHost)).toBe(expected);
});
