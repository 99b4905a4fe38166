import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const startsPrograms = ({ moduleId }: TestSpecification): boolean =>
  /tests\/(process|embedded)\.ts'|node:child_process|\.\/run\.ts'/.test(readFileSync(moduleId, 'utf8'));

/** Files whose tests start programs wait more than they compute: they go first, beside the others, and end no run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    return known.toSorted((one, other) => Number(startsPrograms(other)) - Number(startsPrograms(one)));
  }
}
