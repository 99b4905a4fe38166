// The operator command `demo`: one share round on a practice marketplace of its own.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import type { BotStatus } from '#contract/bot/bot.ts';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { createLog } from '../adapters/log/log.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { plainLine } from './plain-text.ts';

const Journal = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      account: z.string().nullish(),
      op: z.string(),
      listingId: z.string().nullish(),
      case: z.string(),
    }),
  ),
});
type Accepted = { at: string; listingId: string };

const standardPauseMs = 250;
/** The most that SHARE_INTERVAL_MS takes. */
const longestPauseMs = 3_600_000;
const barWidth = 40;
/** With the exit codes that shells expect. */
const endingSignals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** A client that calls the app directly, without a port, and keeps its cookies. */
const visitor = (app: App) => {
  const cookies = new Map<string, string>();
  return createClient(routes, async ({ method, path: place, headers, body }) => {
    const request = new Request(`http://localhost${place}`, {
      method,
      headers: { ...headers, cookie: [...cookies.values()].join('; ') },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await app.server.fetch(request, '127.0.0.1');
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.split('=')[0] ?? '', pair);
    }
    return {
      status: answer.status,
      text: await answer.text(),
      contentType: answer.headers.get('content-type'),
      retryAfter: answer.headers.get('retry-after'),
    };
  });
};

const drawBar = ({ shareStatus: { completedShares, totalListings, lastSharedItem } }: BotStatus): void => {
  const full = Math.round((completedShares / Math.max(1, totalListings)) * barWidth);
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
  const line = `${bar} ${String(completedShares).padStart(3)} of ${totalListings}  ${lastSharedItem?.title ?? ''}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line.slice(0, process.stdout.columns - 1)}`);
};

const acceptedShares = async (origin: string, account: string): Promise<Accepted[]> => {
  const answer = await fetch(`${origin}/__standin/journal?since=0`);
  const { entries } = Journal.parse(await answer.json());
  return entries.flatMap(({ op, account: by, listingId, at, case: ended }) =>
    op === 'share' && ended === 'ok' && by === account && listingId ? [{ at, listingId }] : [],
  );
};

/** Prints the marketplace's journal beside the activity log, share by share. Resolves to whether they match. */
const compare = (accepted: Accepted[], recorded: (ActivityEntry & { marketId: string })[]): boolean => {
  const rows = Math.max(accepted.length, recorded.length);
  const clock = (at: string | undefined) => at?.slice(11, 23) ?? '-'.padEnd(12);
  let agrees = true;
  console.log(`\n     ${'marketplace journal'.padEnd(39)}  activity log`);
  for (let row = 0; row < rows; row += 1) {
    const theirs = accepted[row];
    const ours = recorded[row];
    const same = theirs !== undefined && ours !== undefined && theirs.listingId === ours.marketId;
    agrees &&= same;
    const left = `${clock(theirs?.at)}  ${theirs?.listingId ?? ''}`.padEnd(39);
    console.log(`${same ? '  =  ' : '  ≠  '}${left}  ${clock(ours?.timestamp)}  ${ours?.details ?? ''}`);
  }
  return agrees;
};

const playRound = async (app: App, origin: string): Promise<boolean> => {
  const api = visitor(app);
  // A demo account has an invented past, and this compares every share with the marketplace's journal.
  await api.account.register({
    body: { firstName: 'Demo', lastName: 'Seller', email: 'demo@example.com', password: randomUUID() },
  });
  await api.closet.linkPractice();
  const user = await api.account.me();
  console.log(`Practice closet @${user.closet.username}. Reading its listings…`);
  await api.listings.sync();
  const listings = (await api.listings.list()).filter(({ isActive }) => isActive);
  let status = await api.bot.start({ body: { offerShippingDiscount: false } });
  while (status.shareStatus.completedShares < listings.length || status.state === 'sharing') {
    if (status.state === 'paused') throw new StartProblem(status.pauseMessage ?? 'The bot paused.', '');
    drawBar(status);
    await sleep(100);
    status = await api.bot.status();
    if (status.state === 'waiting' && status.shareStatus.completedShares > 0) break;
  }
  drawBar(status);
  await api.bot.stop();

  const marketIds = new Map(listings.map(({ id, poshmarkId }) => [id, poshmarkId]));
  const log = await api.activity.list({ query: { limit: 500, action: 'SHARE' } });
  const recorded = log.map((entry) => ({ ...entry, marketId: marketIds.get(entry.listingId ?? '') ?? '' })).reverse();
  const accepted = await acceptedShares(origin, user.closet.username ?? '');
  const agrees = compare(accepted, recorded) && accepted.length === listings.length;
  console.log(
    agrees
      ? `\nThey match: ${accepted.length} of ${listings.length} listings were shared, each exactly once, from the last to the first.`
      : `\nThey do NOT match: the marketplace accepted ${accepted.length} shares, and the activity log has ${recorded.length}, for ${listings.length} listings.`,
  );
  return agrees;
};

/** Runs one share round on its own practice marketplace, in a temporary folder. Resolves to the exit code. */
export const demo = async (pauseMs: string | undefined): Promise<number> => {
  if (pauseMs !== undefined && !(/^\d{1,7}$/.test(pauseMs) && Number(pauseMs) <= longestPauseMs))
    throw new StartProblem(
      `--pause ${plainLine(pauseMs)} is not a number of milliseconds.`,
      `Write a whole number from 0 to ${longestPauseMs}, such as ${standardPauseMs}.`,
    );
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-demo-'));
  const config = readConfig({
    DATA_DIR: folder,
    MARKETPLACE_URL: 'none',
    SHARE_INTERVAL_MS: pauseMs ?? String(standardPauseMs),
    LOG_LEVEL: 'error',
    PORT: '0',
  });
  console.log('Starting a temporary database and practice marketplace…');
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const starting = createApp(config, { log: createLog({ level: 'error' }) });
  let leaving: Promise<void> | undefined;
  const leave = () => {
    leaving ??= starting.then((app) => app.close()).finally(clean);
    return leaving;
  };
  // Not `once`: a terminal sends Ctrl-C to this process and to the older Node.js that started it, which passes it on.
  for (const [signal, code] of endingSignals)
    process.on(signal, () => {
      if (leaving === undefined) console.log('Stopping…');
      void leave().finally(() => process.exit(code));
    });
  try {
    const app = await starting;
    if (app.practiceOrigin === null) throw new Error('The practice marketplace is not running.');
    return (await playRound(app, app.practiceOrigin)) ? 0 : 1;
  } finally {
    await leave();
  }
};
