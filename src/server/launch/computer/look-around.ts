// Whether Hangtag can work on this computer and in its data folder. A start and every command say it in the same words.
import { StartProblem } from '../../adapters/start-problem.ts';
import { findTroubles } from './checks.ts';
import { readFacts } from './facts.ts';

/** `obstacle`: why it can't work here at all. */
export function lookAround({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }): {
  obstacle: StartProblem | null;
  warnings: string[];
} {
  const troubles = findTroubles(readFacts(dataDir, { databaseUrl }));
  const first = troubles.find(({ level }) => level !== 'warns');
  return {
    obstacle: first ? new StartProblem(`${first.what}.`, first.remedy, { isTemporary: first.level === 'waits' }) : null,
    warnings: troubles.flatMap(({ level, what, remedy }) => (level === 'warns' ? [`${what}. ${remedy}`] : [])),
  };
}
