// Prints what a benchmark measured, next to its limits.

/** A measured value and its limits. A value without limits is shown to explain the others. */
export type Row = {
  name: string;
  value: number;
  unit: string;
  must?: number;
  aim?: number;
  /** Whether smaller is better. */
  isCeiling?: boolean;
  note?: string;
};
type Grade = 'aim' | 'must' | 'missed' | null;

function gradeOf({ value, must, aim, isCeiling = false }: Row): Grade {
  const holds = (limit: number): boolean => (isCeiling ? value <= limit : value >= limit);
  if (must === undefined && aim === undefined) return null;
  if (must !== undefined && !holds(must)) return 'missed';
  if (aim === undefined) return 'must';
  return holds(aim) ? 'aim' : must === undefined ? 'missed' : 'must';
}

const marks = { aim: 'aim reached', must: 'enough', missed: 'MISSED' };

export function table(groups: { title: string; rows: Row[] }[]): string {
  const lines = groups.flatMap(({ title, rows }) => [
    '',
    `${title.padEnd(46)}must${'aim'.padStart(10)}`,
    ...rows.map((row) => {
      const grade = gradeOf(row);
      const limit = (value: number | undefined): string =>
        (value === undefined ? '' : `${row.isCeiling ? '≤' : '≥'} ${plain(value)}`).padStart(10);
      const seen = `${plain(row.value)} ${row.unit}`.padEnd(9 + Math.max(0, row.unit.length - 4));
      return `  ${row.name.padEnd(27)}${seen.padStart(12)}${limit(row.must)}${limit(row.aim)}  ${[
        grade && marks[grade],
        row.note,
      ]
        .filter(Boolean)
        .join(' · ')}`.trimEnd();
    }),
  ]);
  return lines.join('\n');
}

const plain = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** Whether nothing misses what it must keep. */
export const areMet = (rows: readonly Row[]): boolean =>
  rows.every((row) => row.must === undefined || gradeOf(row) !== 'missed');
