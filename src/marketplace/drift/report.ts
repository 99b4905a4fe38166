// The comparison of a recording with the connector, as text for a terminal.

import type { Recording } from '../recording/recording.ts';
import type { Check } from './check.ts';

const verdicts = { confirmed: 'confirmed', differs: 'DIFFERS', not_seen: 'not seen' } as const;

export function reportText(checks: readonly Check[], recording: Recording): string {
  const count = (verdict: Check['verdict']): number => checks.filter((check) => check.verdict === verdict).length;
  const source = recording.marketplace === 'practice' ? 'the practice marketplace' : recording.marketplace;
  const head = `Recording of ${source}, ${recording.recordedOn}: ${recording.entries.length} requests\n`;
  const lines = checks.flatMap((check) => [
    `${verdicts[check.verdict].padEnd(9)}  ${check.title} (${check.id})`,
    ...check.differences.flatMap((difference) => [
      `           ${difference.what}: Hangtag expects ${difference.expected}`,
      `           the marketplace has ${difference.seen}, ${difference.where}`,
      ...(difference.unmended === undefined ? [] : [`           A profile can't fix this: ${difference.unmended}.`]),
    ]),
  ]);
  const sum = `${count('confirmed')} confirmed, ${count('differs')} differ, ${count('not_seen')} not seen`;
  return [head, ...lines, `\n${sum}`].join('\n');
}
