// What an operator should look at, the worst first, from the state of the installation.

import type { Installation } from '#contract/operation.ts';
import { ago, count, counted } from '#web/format/format.ts';
import { operatorMessages } from '#web/messages/operator.ts';

const messages = operatorMessages.problems;
const oldBackupMs = 8 * 86_400_000;

type Problem = { isUrgent: boolean; text: string };

export function problemsOf(
  installation: Installation,
  { now, isPausedBySetting, when }: { now: number; isPausedBySetting: boolean; when: (at: string) => string },
): Problem[] {
  const found: Problem[] = [];
  const urgent = (text: string): void => void found.push({ isUrgent: true, text });
  const minor = (text: string): void => void found.push({ isUrgent: false, text });
  const { processes, load, marketplaces, steps, jobs, backup, hold } = installation;

  if (processes.length > 0 && !processes.some(({ isAlive, role }) => isAlive && role !== 'web'))
    urgent('No worker is running, so no bots are sharing.');
  for (const { isAlive, role, host, seenAt, disk } of processes) {
    if (!isAlive) minor(`The ${role} process on ${host} was last seen ${ago(seenAt, now)}.`);
    else if (disk === 'full') urgent(`The disk of ${host} is full. Bots are waiting.`);
    else if (disk === 'low') minor(`The disk of ${host} is almost full. Demos and photos are turned off.`);
  }
  // During a hold, bots are meant to be late.
  if (load.overdue > 0 && hold === null && !isPausedBySetting)
    urgent(`${counted(load.overdue, 'bot')} overdue. No worker runs ${load.overdue === 1 ? 'it' : 'them'}.`);
  if (load.unsettled > 0) minor(`${counted(load.unsettled, 'share')} without an outcome for more than five minutes.`);
  for (const { kind, heldUntil } of marketplaces)
    if (heldUntil !== null) {
      const triedAt = Date.parse(heldUntil) > now ? when(heldUntil) : null;
      urgent(messages.refusing(operatorMessages.marketplaces.names[kind], triedAt));
    }
  for (const { name, failures } of steps)
    if (failures > 0)
      minor(`The maintenance step ${name} failed ${failures === 1 ? 'once' : `${count(failures)} times in a row`}.`);
  for (const { name } of jobs) minor(`${name} jobs are failing.`);
  if (backup === null) minor('There is no backup yet.');
  else if (now - Date.parse(backup.at) > oldBackupMs) minor(`The last backup was ${ago(backup.at, now)}.`);
  if (isPausedBySetting) minor('BOTS_PAUSED is set, so no bot runs until every process starts without it.');
  return found.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}
