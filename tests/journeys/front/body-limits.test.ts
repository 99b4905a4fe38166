import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, bodyOf, newAsker, openRows, type Row, rows } from './cost-rows.ts';

const { send } = openRows({ factor: 1_000 });
const withBodies = rows.filter(({ route }) => route.method !== 'GET');

/** The row's usual body with so many bytes: spaces before it, or a larger picture, because the rest of that body must stay small. */
function bodyOfSize(row: Row, bytes: number): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(bodyOf(row));
  const [field] = row.route.pictures ?? [];
  const [start, end] = field === undefined ? ['', text] : text.split(/(?<=base64,)/).map(String);
  const filled = new Uint8Array(bytes).fill(field === undefined ? 0x20 : 0x41);
  filled.set(new TextEncoder().encode(start));
  filled.set(new TextEncoder().encode(end), bytes - (end ?? '').length);
  return filled;
}

const piecesOf = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.slice(n * size, (n + 1) * size));

/** Without a header that says how large the body is. */
const inPieces = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(stream) {
      for (const piece of piecesOf(bytes, 60_000)) stream.enqueue(piece);
      stream.close();
    },
  });

describe('the largest body', () => {
  it.each(withBodies.map((row) => [row.name, row.cost.body.most, row] as const))(
    'of %s has %i bytes, and one byte more is refused',
    async (_, most, row) => {
      const statusOf = async (bytes: number) => {
        const reply = await send(row, newAsker(), inPieces(bodyOfSize(row, bytes)));
        return [reply.status, ((await reply.json()) as { error: string }).error];
      };
      expect(await statusOf(most + 1)).toEqual([413, 'body_too_large']);
      expect(await statusOf(most)).toEqual([answered, 'internal']);
    },
  );
});

describe('the slowest sender', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const seconds = 20;
  /** Sends a body within 20 s, a piece each second. */
  const within20s = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
    const pieces = piecesOf(bytes, Math.ceil(bytes.length / seconds));
    let timer: NodeJS.Timeout | undefined;
    return new ReadableStream<Uint8Array>({
      start(stream) {
        timer = setInterval(() => {
          const piece = pieces.shift();
          if (piece) return stream.enqueue(piece);
          clearInterval(timer);
          stream.close();
        }, 1_000);
      },
      cancel: () => clearInterval(timer),
    });
  };
  /** By row, what became of a body that comes with so many bytes per second. */
  const statusesAt = async (speedOf: (row: Row) => number): Promise<[string, number | undefined][]> => {
    const statuses = new Map<string, number>();
    for (const row of withBodies) {
      const body = within20s(bodyOfSize(row, seconds * speedOf(row)));
      void send(row, newAsker(), body).then(({ status }) => statuses.set(row.name, status));
    }
    await vi.advanceTimersByTimeAsync((seconds + 2) * 1_000);
    return withBodies.map(({ name }) => [name, statuses.get(name)]);
  };

  it('of every row sends as many bytes per second as the row says, and a slower one is refused', async () => {
    expect(withBodies.length).toBeGreaterThan(40);
    // The first five seconds count nothing, so 60 % of the speed lasts for 12.5 s.
    const slow = await statusesAt(({ cost }) => Math.floor(cost.body.leastPerSecond * 0.6));
    expect(slow).toEqual(withBodies.map(({ name }) => [name, 408]));
    const fast = await statusesAt(({ cost }) => cost.body.leastPerSecond);
    expect(fast).toEqual(withBodies.map(({ name }) => [name, answered]));
  });
});
