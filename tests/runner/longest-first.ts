// The order of Vitest files: those that start programs come first.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const startsPrograms = ({ moduleId }: TestSpecification): boolean =>
  /tests\/(process|embedded)\.ts'|node:child_process|\.\/run\.ts'/.test(readFileSync(moduleId, 'utf8'));

/** Runs test files that start programs first, because they mostly wait, and should not be the last ones to end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    return known.toSorted((one, other) => Number(startsPrograms(other)) - Number(startsPrograms(one)));
  }
}
