// Prints what a benchmark measured, next to its limits.

/** A measured value, the least or the most that it must be, and what we aim for. One without limits is shown to explain the others. */
export type Row = {
  name: string;
  value: number;
  unit?: string;
  least?: number;
  most?: number;
  aim?: number;
  note?: string;
};

function gradeOf({ value, least, most, aim }: Row): 'aim' | 'must' | 'missed' | null {
  const limit = most ?? least;
  if (limit === undefined) return null;
  const holds = (one: number): boolean => (most === undefined ? value >= one : value <= one);
  if (!holds(limit)) return 'missed';
  return aim !== undefined && holds(aim) ? 'aim' : 'must';
}

const marks = { aim: 'aim reached', must: 'enough', missed: 'MISSED' };

export function table(groups: { title: string; rows: Row[] }[]): string {
  const lines = groups.flatMap(({ title, rows }) => [
    '',
    `${title.padEnd(46)}must${'aim'.padStart(10)}`,
    ...rows.map((row) => {
      const grade = gradeOf(row);
      const limit = (value: number | undefined): string =>
        (value === undefined ? '' : `${row.most === undefined ? '≥' : '≤'} ${plain(value)}`).padStart(10);
      const { unit = '' } = row;
      const seen = `${plain(row.value)} ${unit}`.padEnd(9 + Math.max(0, unit.length - 4));
      return `  ${row.name.padEnd(27)}${seen.padStart(12)}${limit(row.most ?? row.least)}${limit(row.aim)}  ${[
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
export const areMet = (rows: readonly Row[]): boolean => rows.every((row) => gradeOf(row) !== 'missed');
