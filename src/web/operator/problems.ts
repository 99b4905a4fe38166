// What an operator should look at, the worst first, from the state of the installation.
import type { Installation } from '#contract/schemas/operation.ts';
import { ago } from '#web/format/format.ts';
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
    urgent(messages.noWorker);
  for (const { isAlive, role, host, seenAt, disk } of processes) {
    if (!isAlive) minor(messages.gone(role, host, ago(seenAt, now)));
    else if (disk === 'full') urgent(messages.diskFull(host));
    else if (disk === 'low') minor(messages.diskLow(host));
  }
  // During a hold, bots are meant to be late.
  if (load.overdue > 0 && hold === null && !isPausedBySetting) urgent(messages.overdue(load.overdue));
  if (load.unsettled > 0) minor(messages.unsettled(load.unsettled));
  for (const { kind, heldUntil } of marketplaces)
    if (heldUntil !== null) {
      const triedAt = Date.parse(heldUntil) > now ? when(heldUntil) : null;
      urgent(messages.refusing(operatorMessages.marketplaces.names[kind], triedAt));
    }
  for (const { name, failures } of steps) if (failures > 0) minor(messages.step(name, failures));
  for (const { name } of jobs) minor(messages.job(name));
  if (backup === null) minor(messages.noBackup);
  else if (now - Date.parse(backup.at) > oldBackupMs) minor(messages.oldBackup(ago(backup.at, now)));
  if (isPausedBySetting) minor(messages.paused);
  return found.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}
