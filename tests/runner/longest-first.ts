// The order of Vitest files: those that take long for their size come first.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const takesLong = ({ moduleId }: TestSpecification): boolean =>
  /tests\/(process|embedded)\.ts'|node:child_process|\.\/run\.ts'|companion-world|synthetic-tags/.test(
    readFileSync(moduleId, 'utf8'),
  );

/**
 * Runs test files first that start programs, wait for a companion, or read tags on photos. Vitest would start small files last, and
 * these would be the last ones to end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    return known.toSorted((one, other) => Number(takesLong(other)) - Number(takesLong(one)));
  }
}
