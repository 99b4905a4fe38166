// Saves files that this page makes.

import { type CsvCell, toCsv } from '#domain/text/csv.ts';

export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

export const saveCsv = (name: string, head: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  saveFile(`${name}.csv`, 'text/csv', toCsv(head, rows));
