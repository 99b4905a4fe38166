/** A browser test or a step of one, by its file and the start of its title. */
export type NamedTest = { file: string; title: string };

/** A row of the specification, and the browser test that checks it. The test contains the fixed texts in `says`. */
type Row = { section: 2 | 4 | 5 | 8 | 9; row: string; says: readonly string[]; test: NamedTest };

/** Makes rows of one section. */
export const rowOf =
  (section: Row['section']) =>
  (row: string, test: NamedTest, ...says: string[]): Row => ({ section, row, says, test });
