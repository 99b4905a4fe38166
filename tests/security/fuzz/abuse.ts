// Plays what cheap accounts once did to an installation, with its usual budgets, and what another seller saw of it.
// Tests of the same limits, one by one: tests/journeys/front/budgets.test.ts, src/server/http/request/body/body.test.ts,
// tests/journeys/front/body-limits.test.ts, tests/journeys/account/sessions.test.ts, tests/journeys/bot/held.test.ts.
import sharp from 'sharp';
import { openBystander, openStopwatch } from './bystander.ts';
import { openPeople, type People, type Person } from './callers.ts';
import type { Answer } from './send.ts';
import { type Server, withLogEntry, withServer } from './server.ts';
import { databaseMb } from './stored.ts';

const bystanderLimitMs = 2_000;

type Stage = Server & { people: People };
/** Resolves to what happened, and whether it is as it should be. */
type Scenario = (stage: Stage) => Promise<{ summary: string; isRight: boolean }>;

const statusOf = (answer: Answer): number => (answer.kind === 'answered' ? answer.status : 0);
const counted = (answers: readonly Answer[]): string => {
  const by = new Map<number, number>();
  for (const answer of answers) by.set(statusOf(answer), (by.get(statusOf(answer)) ?? 0) + 1);
  return [...by]
    .sort(([one], [two]) => one - two)
    .map(([status, n]) => `${n} × ${status === 0 ? 'cut' : status}`)
    .join(', ');
};
const withStatus = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => statusOf(answer) === status).length;
/** `n` requests, `atOnce` at a time. */
async function flood(n: number, atOnce: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const one = async () => {
    while (next < n) answers.push(await ask(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}

const photos = '/api/price/analyze-image';
const photoBody = (bytes: Buffer): string =>
  JSON.stringify({ image: `data:image/png;base64,${bytes.toString('base64')}` });
const newPhoto = (side: number, noise?: { type: 'gaussian'; mean: number; sigma: number }): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#446', ...(noise && { noise }) } })
    .jpeg()
    .toBuffer();
/** Sends a photo of so many bytes that trickles in, after the first ones. */
const trickle = (
  { sender }: Stage,
  { cookie, from, bytes, atOnce = 0 }: Person & { bytes: number; atOnce?: number },
): Promise<Answer> =>
  sender.send(
    {
      ...{ method: 'POST', path: photos, trickles: true, atOnce, body: photoBody(Buffer.alloc(bytes, 7)) },
      headers: { origin: 'https://hangtag.example', 'content-type': 'application/json', cookie },
    },
    from,
  );

const scenarios: Record<string, Scenario> = {
  async '400 bulk price updates with 100 unknown listings each, from a guest'({ people, database }) {
    const guest = await people.guest();
    const rowsNow = async () => (await database.query('select 1 from price_writes')).count;
    const [before, rowsBefore] = [await databaseMb(database), await rowsNow()];
    const answers = await flood(400, 8, (n) =>
      people.ask(guest, 'POST', '/api/listings/bulk-price-update', {
        updates: Array.from({ length: 100 }, (_, at) => ({ listingId: String(1e6 + n * 100 + at), newPrice: 20 })),
      }),
    );
    const count = (await rowsNow()) - rowsBefore;
    const grownMb = (await databaseMb(database)) - before;
    return {
      summary: `${counted(answers)}; ${count} rows stored, ${grownMb.toFixed(1)} MB more`,
      isRight: count === 0 && grownMb < 5,
    };
  },

  async '12 photo uploads that trickle in, and one photo of another seller meanwhile'(stage) {
    const { people } = stage;
    const [slow, other] = [await people.register(), await people.register()];
    const trickling = Array.from({ length: 12 }, () => trickle(stage, { ...slow, bytes: 400_000 }));
    const answer = await people.ask(other, 'POST', photos, JSON.parse(photoBody(await newPhoto(600))));
    const answers = await Promise.all(trickling);
    return {
      summary: `${counted(answers)}; the other photo: ${statusOf(answer)}`,
      isRight: statusOf(answer) === 200 && withStatus(answers, 200) === 0,
    };
  },

  async '16 photo uploads of 8 MB from eight guests that stall near their end, and photos of 170 KB and 5 MB of another seller meanwhile'(
    stage,
  ) {
    const { people, sender } = stage;
    const guests = await Promise.all(Array.from({ length: 8 }, () => people.guest()));
    const other = await people.register();
    const stalled = [...guests, ...guests].map((guest) =>
      trickle(stage, { ...guest, bytes: 7_900_000, atOnce: 8_600_000 }),
    );
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const answers: Answer[] = [];
    const took: number[] = [];
    const stopwatch = openStopwatch();
    for (const side of [600, 3_000, 600, 3_000]) {
      const sent = JSON.parse(photoBody(await newPhoto(side, noise)));
      const { result, tookMs } = await stopwatch.timed(() => people.ask(other, 'POST', photos, sent));
      answers.push(result);
      took.push(Math.round(tookMs));
    }
    const latestMs = stopwatch.stop();
    // Their bodies would come to an end after ten minutes.
    sender.close();
    const ended = await Promise.all(stalled);
    return {
      summary: `${counted(ended)}; the other photos: ${counted(answers)} after ${took.join(', ')} ms (this program itself was up to ${latestMs} ms late)`,
      isRight: withStatus(answers, 200) === answers.length && Math.max(...took) <= bystanderLimitMs,
    };
  },

  async '20 PNG files of 40 megapixels with 16 bits, from four accounts'({ people }) {
    const picture = await sharp({ create: { width: 8_000, height: 5_000, channels: 4, background: '#44668880' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const sellers = await Promise.all(Array.from({ length: 4 }, () => people.register()));
    const answers = await flood(20, 8, (n) =>
      people.ask(sellers[n % sellers.length] as Person, 'POST', photos, JSON.parse(photoBody(picture))),
    );
    return {
      summary: counted(answers),
      isRight: answers.every((answer) => statusOf(answer) !== 500 && statusOf(answer) !== 0),
    };
  },

  async '40 optimizations at once, from one account'({ people }) {
    const seller = await people.withCloset();
    const answers = await flood(40, 40, () =>
      people.ask(seller, 'POST', '/api/listings/pricing-optimization', { strategy: 'random', limit: 20 }),
    );
    const odd = answers.filter((answer) => ![200, 429, 503].includes(statusOf(answer)));
    const texts = odd.map((answer) => (answer.kind === 'answered' ? `; ${answer.text}` : ''));
    return { summary: `${counted(answers)}${texts.join('')}`, isRight: odd.length === 0 };
  },
};

/** Resolves to what is wrong. */
export const abuse = (say: (line: string) => void): Promise<string[]> =>
  withServer({ MARKETPLACE_URL: 'none' }, (server) =>
    playAll({ ...server, people: openPeople(server.sender.send) }, say),
  );

async function playAll(stage: Stage, say: (line: string) => void): Promise<string[]> {
  const { people } = stage;
  const other = await people.withCloset();
  const problems: string[] = [];
  for (const [name, play] of Object.entries(scenarios)) {
    const bystander = openBystander(async () => ({
      status: statusOf(await people.ask(other, 'GET', '/api/bot/status')),
    }));
    const { summary, isRight } = await play(stage);
    const seen = await bystander.stop();
    say(`${name}\n  ${summary}\n  ${seen.text}`);
    if (!isRight) problems.push(withLogEntry(`${name}: ${summary}`, stage.output()));
    if (seen.failed > 0 || seen.mostMs > bystanderLimitMs) problems.push(`${name}: ${seen.text}`);
  }
  return problems;
}
