import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPictureTaker } from './take-pictures.ts';

const names = ['image', 'tagImage'];
const head = 'data:image/jpeg;base64,';

/** Feeds the body in pieces cut at the given places, and parses the rest. */
const take = (text: string, cuts: readonly number[] = [], most = 100_000) => {
  const bytes = Buffer.from(text);
  const taker = createPictureTaker({ names, most });
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (let at = 0; at + 1 < places.length; at++) taker.write(bytes.subarray(places[at], places[at + 1]));
  const { rest, pictures } = taker.end();
  return { rest: Buffer.from(rest).toString(), pictures };
};

describe('a picture is taken out of a body', () => {
  const image = randomBytes(1_000);
  const tag = randomBytes(301);
  const body = {
    brandHint: 'Levi’s "501" \\ {}[]:,',
    image: head + image.toString('base64'),
    deeper: { image: `${head}AAAA`, list: [`${head}AAAA`, 'image'] },
    tagImage: head + tag.toString('base64'),
    useModel: true,
  };
  const text = JSON.stringify(body);

  it('and the rest of the body is unchanged', () => {
    const { rest, pictures } = take(text);
    expect(JSON.parse(rest)).toEqual({ ...body, image: head, tagImage: head });
    expect(pictures.get('image')).toEqual(image);
    expect(pictures.get('tagImage')).toEqual(tag);
  });

  it('wherever the body is cut', () => {
    const whole = take(text).rest;
    for (let cut = 1; cut < Buffer.byteLength(text); cut++) {
      const { rest, pictures } = take(text, [cut]);
      expect(rest).toBe(whole);
      expect(Buffer.compare(pictures.get('image') ?? new Uint8Array(), image)).toBe(0);
      expect(Buffer.compare(pictures.get('tagImage') ?? new Uint8Array(), tag)).toBe(0);
    }
  });

  it('into a mapping of its own, which goes back to the system when it is freed', () => {
    for (const { buffer } of take(text).pictures.values()) {
      expect(buffer).toMatchObject({ resizable: true });
      expect(buffer.byteLength).toBeGreaterThan(0);
    }
  });

  it('byte by byte', () => {
    const every = Array.from({ length: Buffer.byteLength(text) - 1 }, (_, at) => at + 1);
    expect(take(text, every)).toEqual(take(text));
  });

  it('even with escaped slashes and blanks between the fields', () => {
    const bytes = Buffer.from('ff'.repeat(40), 'hex');
    const written = JSON.stringify({ image: head + bytes.toString('base64') }, null, 3).replaceAll('/', '\\/');
    const every = Array.from({ length: written.length - 1 }, (_, at) => at + 1);
    for (const cuts of [[], every]) {
      const { rest, pictures } = take(written, cuts);
      expect(JSON.parse(rest)).toEqual({ image: head });
      expect(pictures.get('image')).toEqual(bytes);
    }
  });

  it('even if its name contains escapes', () => {
    expect(take(`{"\\u0069mage":"${head}AAAA"}`).pictures.get('image')).toEqual(Buffer.alloc(3));
  });

  it.each(['A', 'AB', 'ABC'])('whatever its length: %s', (text) => {
    const bytes = Buffer.from(text);
    expect(take(JSON.stringify({ image: head + bytes.toString('base64') })).pictures.get('image')).toEqual(bytes);
  });

  it('up to one byte more than the limit', () => {
    const { pictures, rest } = take(
      JSON.stringify({ image: head + randomBytes(5_000).toString('base64') }),
      [900, 1_700],
      1_000,
    );
    expect(pictures.get('image')).toHaveLength(1_001);
    expect(JSON.parse(rest)).toEqual({ image: head });
  });
});

describe('other fields stay in the body', () => {
  it.each([
    ['an address', { image: 'https://example.com/a.jpg' }],
    ['a data URL without base64', { image: 'data:image/svg+xml,<svg>;base64,AAAA' }],
    ['a number', { image: 5 }],
    ['nothing', { image: null }],
    ['an empty text', { image: '' }],
    ['one of another name', { photo: `${head}AAAA` }],
    ['one that is deeper', { a: [{ image: `${head}AAAA` }] }],
    ['one in a list', [`${head}AAAA`]],
    ['a name that is a value', { a: 'image', b: `${head}AAAA` }],
    ['a long head', { image: `data:image/${'x'.repeat(300)};base64,AAAA` }],
  ])('%s', (_, body) => {
    const { rest, pictures } = take(JSON.stringify(body));
    expect(JSON.parse(rest)).toEqual(body);
    expect(pictures.size).toBe(0);
  });

  it('a body that is not JSON is unchanged', () => {
    for (const text of [
      '',
      '}}}',
      '"',
      '{"image":',
      'image:data:image/jpeg;base64,AAAA',
      '{"image" "data:image/png;base64,',
    ]) {
      expect(take(text).rest).toBe(text);
    }
  });
});

it.each([
  ['signs that are none', `${head}AAA*AAAA`],
  ['one sign too many', `${head}AAAAA`],
  ['more after the end', `${head}AA==AAAA`],
  ['an escape inside', `${head}AAAA\\nAAAA`],
  ['a quote inside', `${head}AAAA\\"AAAA`],
])('a picture that is not base64 is refused: %s', (_, picture) => {
  expect(() => take(`{"image":"${picture}"}`)).toThrow('Failed to process the image. Please try a different file.');
});
