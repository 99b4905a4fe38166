// Lines of cells as text whose columns are aligned, for a terminal.

export function inColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines)
    for (const [column, cell] of line.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const padded = (cell: string, column: number): string => cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}
