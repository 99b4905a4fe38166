// The order of Vitest files: those that take long for their size come first.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What the text of a file contains that starts programs, waits for a companion, or reads tags on photos. */
const signsOfLongFiles = [
  "tests/process.ts'",
  "tests/embedded.ts'",
  'node:child_process',
  "./run.ts'",
  'companion-world',
  'synthetic-tags',
];

const takesLong = (text: string): boolean => signsOfLongFiles.some((sign) => text.includes(sign));

/**
 * Runs the files first that take long for their size. Vitest would start small files last, and these would be the last ones to end,
 * with nothing left to run beside them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    const isLong = new Map(known.map((file) => [file, takesLong(readFileSync(file.moduleId, 'utf8'))]));
    return known.toSorted((one, other) => Number(isLong.get(other)) - Number(isLong.get(one)));
  }
}
