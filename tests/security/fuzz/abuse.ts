// Plays what cheap accounts once did to an installation, with its usual budgets, and what another seller saw of it.
// Tests of the same limits, one by one: tests/journeys/front/budgets.test.ts, src/server/http/request/body/body.test.ts,
// tests/journeys/front/body-limits.test.ts, tests/journeys/account/sessions.test.ts, tests/journeys/bot/held.test.ts.
import sharp from 'sharp';
import { startStandin } from '#marketplace/standin/server.ts';
import { bystanderText, openBystander, openStopwatch } from './bystander.ts';
import { openPeople, type People, type Person } from './callers.ts';
import type { Answer } from './send.ts';
import { type Server, withLogEntry, withServer } from './server.ts';
import { databaseMb } from './stored.ts';

const bystanderLimitMs = 2_000;

/** `practiceCalls`: how many calls the practice marketplace has received. */
type Stage = Server & { people: People; practiceCalls: () => Promise<number> };
/** Resolves to what happened, and whether it is as it should be. */
type Scenario = { name: string; play(stage: Stage): Promise<{ summary: string; isRight: boolean }> };

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

const priceFlood: Scenario = {
  name: '400 bulk price updates with 100 unknown listings each, from a guest',
  async play({ people, database }) {
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
};

const ownGuessing: Scenario = {
  name: '200 guesses at the password of a seller, who then signs in from elsewhere',
  async play({ people }) {
    const victim = await people.register();
    const from = people.newAddress();
    const signIn = (person: Pick<Person, 'from'>, password: string) =>
      people.ask({ ...person, cookie: '' }, 'POST', '/api/login', { email: victim.email, password });
    const answers = await flood(200, 8, (n) => signIn({ from }, `guess-number-${n}`));
    const owner = await signIn({ from: people.newAddress() }, 'linen-and-wool-7');
    const isRight = withStatus(answers, 401) <= 10 && withStatus(answers, 200) === 0 && statusOf(owner) === 200;
    return { summary: `${counted(answers)}; the owner: ${statusOf(owner)}`, isRight };
  },
};

const marketGuessing: Scenario = {
  name: '220 sign-ins at the marketplace with made-up names, from one client',
  async play({ people }) {
    const seller = await people.register();
    const answers = await flood(220, 8, (n) =>
      people.ask(seller, 'POST', '/api/poshmark/update-credentials', {
        poshmarkUsername: `closet_${n}`,
        poshmarkPassword: 'a guess',
      }),
    );
    return { summary: counted(answers), isRight: withStatus(answers, 429) >= 215 };
  },
};

/** One sync of a practice closet makes some 20 calls, and the import that connecting starts may run beside it. */
const mostCallsOfSync = 50;

const syncLoop: Scenario = {
  name: '100 syncs of a closet in a loop',
  async play({ people, practiceCalls }) {
    const seller = await people.linked();
    const before = await practiceCalls();
    const answers = await flood(100, 4, () => people.ask(seller, 'POST', '/api/listings/sync'));
    const calls = (await practiceCalls()) - before;
    return {
      summary: `${counted(answers)}; ${calls} calls at the practice marketplace`,
      isRight:
        withStatus(answers, 200) === 1 && withStatus(answers, 429) === 99 && calls > 0 && calls <= mostCallsOfSync,
    };
  },
};

const slowPhotos: Scenario = {
  name: '12 photo uploads that trickle in, and one photo of another seller meanwhile',
  async play({ people, sender }) {
    const [slow, other] = [await people.register(), await people.register()];
    const trickling = Array.from({ length: 12 }, () =>
      sender.send(
        {
          ...{
            method: 'POST',
            path: '/api/price/analyze-image',
            trickles: true,
            body: photoBody(Buffer.alloc(400_000, 7)),
          },
          headers: { origin: 'https://hangtag.example', 'content-type': 'application/json', cookie: slow.cookie },
        },
        slow.from,
      ),
    );
    const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#446' } })
      .jpeg()
      .toBuffer();
    const answer = await people.ask(other, 'POST', '/api/price/analyze-image', JSON.parse(photoBody(photo)));
    const answers = await Promise.all(trickling);
    return {
      summary: `${counted(answers)}; the other photo: ${statusOf(answer)}`,
      isRight: statusOf(answer) === 200 && withStatus(answers, 200) === 0,
    };
  },
};

const stalledPhotos: Scenario = {
  name: '16 photo uploads of 8 MB from eight guests that stall near their end, and photos of 170 KB and 5 MB of another seller meanwhile',
  async play({ people, sender }) {
    const guests = await Promise.all(Array.from({ length: 8 }, () => people.guest()));
    const other = await people.register();
    const body = photoBody(Buffer.alloc(7_900_000, 7));
    const stalled = [...guests, ...guests].map((guest) =>
      sender.send(
        {
          ...{ method: 'POST', path: '/api/price/analyze-image', trickles: true, atOnce: 8_600_000, body },
          headers: { origin: 'https://hangtag.example', 'content-type': 'application/json', cookie: guest.cookie },
        },
        guest.from,
      ),
    );
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const answers: Answer[] = [];
    const took: number[] = [];
    const stopwatch = openStopwatch();
    for (const side of [600, 3_000, 600, 3_000]) {
      const photo = await sharp({ create: { width: side, height: side, channels: 3, background: '#446', noise } })
        .jpeg()
        .toBuffer();
      const sent = JSON.parse(photoBody(photo));
      const { result, tookMs } = await stopwatch.timed(() =>
        people.ask(other, 'POST', '/api/price/analyze-image', sent),
      );
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
};

const deepPictures: Scenario = {
  name: '20 PNG files of 40 megapixels with 16 bits, from four accounts',
  async play({ people }) {
    const picture = await sharp({ create: { width: 8_000, height: 5_000, channels: 4, background: '#44668880' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const sellers = await Promise.all(Array.from({ length: 4 }, () => people.register()));
    const answers = await flood(20, 8, (n) =>
      people.ask(
        sellers[n % sellers.length] as Person,
        'POST',
        '/api/price/analyze-image',
        JSON.parse(photoBody(picture)),
      ),
    );
    return {
      summary: counted(answers),
      isRight: answers.every((answer) => statusOf(answer) !== 500 && statusOf(answer) !== 0),
    };
  },
};

const optimizations: Scenario = {
  name: '40 optimizations at once, from one account',
  async play({ people }) {
    const seller = await people.withCloset();
    const answers = await flood(40, 40, () =>
      people.ask(seller, 'POST', '/api/listings/pricing-optimization', { strategy: 'random', limit: 20 }),
    );
    const odd = answers.filter((answer) => ![200, 429, 503].includes(statusOf(answer)));
    const texts = odd.map((answer) => (answer.kind === 'answered' ? `; ${answer.text}` : ''));
    return { summary: `${counted(answers)}${texts.join('')}`, isRight: odd.length === 0 };
  },
};

const photoBody = (bytes: Buffer): string =>
  JSON.stringify({ image: `data:image/png;base64,${bytes.toString('base64')}` });

const scenarios = [
  priceFlood,
  ownGuessing,
  marketGuessing,
  syncLoop,
  slowPhotos,
  stalledPhotos,
  deepPictures,
  optimizations,
];

/** Resolves to what is wrong. */
export async function abuse(say: (line: string) => void): Promise<string[]> {
  const start = () => startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now: Date.now });
  const [marketplace, practice] = [await start(), await start()];
  try {
    const env = { MARKETPLACE_URL: marketplace.origin, PRACTICE_URL: practice.origin };
    return await withServer(env, (server) =>
      playAll(
        { ...server, people: openPeople(server.sender.send), practiceCalls: () => callsAt(practice.origin) },
        say,
      ),
    );
  } finally {
    await marketplace.close();
    await practice.close();
  }
}

async function callsAt(origin: string): Promise<number> {
  const reply = await fetch(`${origin}/__standin/journal?since=0`);
  const { entries } = (await reply.json()) as { entries: unknown[] };
  return entries.length;
}

async function playAll(stage: Stage, say: (line: string) => void): Promise<string[]> {
  const { people } = stage;
  const other = await people.withCloset();
  const problems: string[] = [];
  for (const { name, play } of scenarios) {
    const bystander = openBystander(async () => ({
      status: statusOf(await people.ask(other, 'GET', '/api/bot/status')),
    }));
    const { summary, isRight } = await play(stage);
    const seen = await bystander.stop();
    say(`${name}\n  ${summary}\n  ${bystanderText(seen)}`);
    if (!isRight) problems.push(withLogEntry(`${name}: ${summary}`, stage.output()));
    if (seen.failed > 0 || seen.mostMs > bystanderLimitMs) problems.push(`${name}: ${bystanderText(seen)}`);
  }
  return problems;
}
