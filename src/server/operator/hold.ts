// The operator's commands `hold`, `release`, and `status`.

import { userInfo } from 'node:os';
import type { Installation } from '#contract/operation/operation.ts';
import { holdReasonLength, isHoldReason, readHoldDuration } from '#domain/bot/hold.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import type { App } from '../app.ts';
import type { Holder } from '../features/operation/operation.ts';
import { plainLine, plainTime } from './plain-text.ts';

/** Throws a `StartProblem` with the mistake. */
export async function hold(
  app: App,
  given: { reason?: string | undefined; for?: string | undefined },
): Promise<string> {
  const forMs = given.for === undefined ? null : readHoldDuration(given.for);
  if (given.for !== undefined && forMs === null)
    throw new StartProblem(
      `--for ${plainLine(given.for)} can’t be used.`,
      'Write a duration like 30m, 2h, or 1d, from 1 minute to 30 days.',
    );
  const reason = given.reason?.trim() ?? null;
  if (reason !== null && !isHoldReason(reason))
    throw new StartProblem(
      'The reason can’t be used.',
      `Write one line of plain text, up to ${holdReasonLength} characters. Sellers see it.`,
    );
  await app.hold.place({ reason, forMs, by: self() });
  const end = forMs === null ? 'until npm run hangtag -- release' : `until ${plainTime(Date.now() + forMs)}`;
  return `All bots are on hold ${end}. Within a few seconds, nothing is shared, offered, repriced, or synced. Sellers see why on their dashboard.`;
}

export async function release(app: App): Promise<string> {
  return (await app.hold.release(self()))
    ? 'Released. Bots continue within a few seconds and do not catch up on missed rounds.'
    : 'There is no hold. Nothing was changed.';
}

export async function status(app: App): Promise<string> {
  const { installation, isPausedBySetting, version } = await app.overview();
  if (installation === null) return `Hangtag ${version}. The database does not answer.`;
  const { load, processes, backup, bots, marketplaces } = installation;
  const alive = processes.filter(({ isAlive }) => isAlive);
  const paused = bots.paused.map(({ reason, bots: count }) => `${reason} ${count}`).join(', ');
  return [
    describeHold(installation.hold, isPausedBySetting),
    ...marketplaces.flatMap(({ kind, heldUntil }) => describeCircuit(kind, heldUntil) ?? []),
    `Processes: ${alive.length === 0 ? 'none' : alive.map(({ role, host }) => `${role} on ${plainLine(host)}`).join(', ')}`,
    `Bots: ${load.running} running, ${load.overdue} overdue. Paused: ${paused === '' ? 'none' : paused}`,
    `Shares: ${load.sharesLastMinute} in the last minute, ${load.sharesLastHour} in the last hour`,
    backup === null
      ? 'Backup: none yet. To make one, run npm run hangtag -- backup FILE'
      : `Backup: ${plainLine(backup.file)}, ${plainTime(Date.parse(backup.at))}, ${backup.isEncrypted ? 'encrypted' : 'not encrypted'}`,
  ].join('\n');
}

function describeHold(present: Installation['hold'], isPausedBySetting: boolean): string {
  if (present === null)
    return isPausedBySetting ? 'Hold: by BOTS_PAUSED. To end it, start every process without it.' : 'Hold: none.';
  const { at, until, reason, via, who } = present;
  const end = until === null ? 'until it is released' : `until ${plainTime(Date.parse(until))}`;
  const by = via === 'page' ? `the operator page at ${plainLine(who)}` : plainLine(who);
  return `Hold: since ${plainTime(Date.parse(at))} by ${by}, ${end}.${reason === null ? '' : ` Reason: ${plainLine(reason)}`}`;
}

/** null while the marketplace accepts shares. */
function describeCircuit(kind: Installation['marketplaces'][number]['kind'], heldUntil: string | null): string | null {
  if (heldUntil === null) return null;
  const name = kind === 'real' ? 'Poshmark' : 'The practice marketplace';
  return `${name} refuses many sellers at once. All its bots wait, and one of them tries a share at ${plainTime(Date.parse(heldUntil))}.`;
}

/** The user of this command, as the system names it. */
function self(): Holder {
  try {
    return { via: 'command', who: userInfo().username.slice(0, 100) };
  } catch {
    return { via: 'command', who: 'a user without a name' };
  }
}
